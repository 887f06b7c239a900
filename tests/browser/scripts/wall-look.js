([smallest, heads]) => {
  const out = [], page = document.documentElement;
  if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) out.push("it scrolls");
  for (const each of document.querySelectorAll(".wall *")) {
    const own = [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const box = each.getBoundingClientRect();
    if (!own || each.closest("svg") || box.width <= 1) continue;
    const inner = each.closest(".guest, .space, .sroom, .room, .etrack li");
    const frame = (inner || each.closest(".board") || document.body).getBoundingClientRect();
    const what = `${each.className} ${each.textContent.trim().slice(0, 20)}`;
    if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1
      || box.bottom > innerHeight) out.push(`out: ${what}`);
    const size = 100 * parseFloat(getComputedStyle(each).fontSize) / innerHeight;
    const least = each.closest("h1, h2 .name, h2 .num") ? heads : smallest;
    if (size < least - 0.001) out.push(`small: ${size.toFixed(2)} ${what}`);
  }
  return [...new Set(out)];
}
