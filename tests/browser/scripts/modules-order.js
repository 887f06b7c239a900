async (line) => {
  const { behind, free, leaves, next, plain, value, valued } = await import("/queue.js");
  const frees = () => line.filter((item) => free(line, item)).map((item) => item.id).join("");
  const told = () => [next(line)?.id, frees()];
  const [a, b] = line;
  const said = [told(), behind(line, b).id];
  line[1] = { ...b, stopped: { why: "no" } };
  said.push(told());
  line[0] = { ...a, stopped: { why: "no" } };
  said.push(told());
  said.push(line.map(leaves(b, 9, "a")).map((item) => item && item.after));
  const changed = valued(b, { version: 3, key: "k" });
  said.push(changed.values, value(b, "version"), value(b, "none") ?? null);
  said.push(plain({ b: [{ d: 1, c: 2 }], a: 1 }));
  return said;
}
