// Unpacks LZMA, beside the window: what browsers can unpack by themselves is a third larger.
//
// The format is that of the LZMA specification (public domain): a byte with the settings, the size
// of the dictionary, the size of what comes out (unknown here: a mark stands at the end), the data.

const TOP = 1 << 24;
const HALF = 1024;
const MARK = 0xffffffff;

/**
 * Throws Error where the bytes are damaged.
 * @param {Uint8Array} packed bytes of a .lzma file
 * @param {number} size how many come out
 */
export function unpack(packed, size) {
  const out = new Uint8Array(size);
  let at = 0;
  let from = 13;
  let range = MARK;
  let code = 0;

  let settings = packed[0];
  if (settings >= 225) throw new Error("not packed so");
  const lc = settings % 9;
  settings = (settings - lc) / 9;
  const lowMask = (1 << (settings % 5)) - 1;
  const states = 1 << Math.floor(settings / 5);
  const mask = states - 1;

  /** @param {number} count */
  const fresh = (count) => new Uint16Array(count).fill(HALF);
  const literals = fresh(0x300 << (lc + (settings % 5)));
  const isMatch = fresh(12 << 4);
  const isRep = fresh(12);
  const isRep0 = fresh(12);
  const isRep1 = fresh(12);
  const isRep2 = fresh(12);
  const isLong = fresh(12 << 4);
  const slots = fresh(4 << 6);
  const places = fresh(128);
  const align = fresh(16);
  const lengths = () => ({ choice: fresh(2), low: fresh(16 << 3), middle: fresh(16 << 3), high: fresh(256) });
  const ofMatch = lengths();
  const ofRep = lengths();

  /**
   * @param {Uint16Array} chances
   * @param {number} index
   */
  function bit(chances, index) {
    if (range >>> 0 < TOP) { range = (range << 8) >>> 0; code = ((code << 8) | packed[from++]) >>> 0; }
    const chance = chances[index];
    const bound = (range >>> 11) * chance;
    if (code < bound) {
      range = bound;
      chances[index] = chance + ((2048 - chance) >> 5);
      return 0;
    }
    range -= bound;
    code -= bound;
    chances[index] = chance - (chance >> 5);
    return 1;
  }

  /** @param {number} count */
  function direct(count) {
    let found = 0;
    for (; count; count -= 1) {
      if (range < TOP) { range = (range << 8) >>> 0; code = ((code << 8) | packed[from++]) >>> 0; }
      range >>>= 1;
      found <<= 1;
      if (code >= range) { code -= range; found |= 1; }
    }
    return found >>> 0;
  }

  /**
   * @param {Uint16Array} chances
   * @param {number} base
   * @param {number} bits
   */
  function tree(chances, base, bits) {
    let node = 1;
    for (let n = 0; n < bits; n += 1) node = (node << 1) | bit(chances, base + node);
    return node - (1 << bits);
  }

  /**
   * @param {Uint16Array} chances
   * @param {number} base
   * @param {number} bits
   */
  function backwards(chances, base, bits) {
    let node = 1;
    let found = 0;
    for (let n = 0; n < bits; n += 1) {
      const one = bit(chances, base + node);
      node = (node << 1) | one;
      found |= one << n;
    }
    return found;
  }

  /**
   * @param {ReturnType<typeof lengths>} coder
   * @param {number} place
   */
  function long(coder, place) {
    if (!bit(coder.choice, 0)) return tree(coder.low, place << 3, 3);
    if (!bit(coder.choice, 1)) return 8 + tree(coder.middle, place << 3, 3);
    return 16 + tree(coder.high, 0, 8);
  }

  /** @param {number} length */
  function distance(length) {
    const slot = tree(slots, Math.min(length, 3) << 6, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = ((2 | (slot & 1)) << bits) >>> 0;
    if (slot < 14) return base + backwards(places, base - slot, bits);
    return base + direct(bits - 4) * 16 + backwards(align, 0, 4);
  }

  for (let n = 0; n < 5; n += 1) code = ((code << 8) | packed[from++]) >>> 0;
  let state = 0;
  let rep0 = 0;
  let rep1 = 0;
  let rep2 = 0;
  let rep3 = 0;
  for (;;) {
    const place = at & mask;
    if (!bit(isMatch, (state << 4) + place)) {
      if (at >= size) throw new Error("longer than it should be");
      const base = 0x300 * (((at & lowMask) << lc) + ((at ? out[at - 1] : 0) >> (8 - lc)));
      let node = 1;
      if (state >= 7) {
        let match = out[at - rep0 - 1];
        do {
          const one = (match >> 7) & 1;
          match <<= 1;
          const found = bit(literals, base + ((1 + one) << 8) + node);
          node = (node << 1) | found;
          if (one !== found) break;
        } while (node < 0x100);
      }
      while (node < 0x100) node = (node << 1) | bit(literals, base + node);
      out[at++] = node;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let length;
    if (bit(isRep, state)) {
      if (!bit(isRep0, state)) {
        if (!bit(isLong, (state << 4) + place)) {
          state = state < 7 ? 9 : 11;
          if (at >= size || rep0 >= at) throw new Error("damaged");
          out[at] = out[at - rep0 - 1];
          at += 1;
          continue;
        }
      } else {
        let found;
        if (!bit(isRep1, state)) found = rep1;
        else {
          if (!bit(isRep2, state)) found = rep2;
          else { found = rep3; rep3 = rep2; }
          rep2 = rep1;
        }
        rep1 = rep0;
        rep0 = found;
      }
      length = long(ofRep, place);
      state = state < 7 ? 8 : 11;
    } else {
      rep3 = rep2;
      rep2 = rep1;
      rep1 = rep0;
      length = long(ofMatch, place);
      state = state < 7 ? 7 : 10;
      rep0 = distance(length);
      if (rep0 === MARK) break;
    }
    length += 2;
    if (rep0 >= at || at + length > size) throw new Error("damaged");
    const back = rep0 + 1;
    for (const end = at + length; at < end; at += 1) out[at] = out[at - back];
  }
  if (at !== size || from > packed.length) throw new Error("shorter than it should be");
  return out;
}

if (typeof WorkerGlobalScope !== "undefined") {
  self.onmessage = ({ data: { packed, size } }) => {
    try {
      const body = unpack(new Uint8Array(packed), size).buffer;
      self.postMessage({ body }, [body]);
    } catch (problem) {
      self.postMessage({ why: (problem instanceof Error && problem.message) || String(problem) });
    }
  };
}
