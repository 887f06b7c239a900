(aim) => {
  const wanted = aim.matches("label") ? aim.querySelector("input") : aim;
  const at = document.activeElement;
  if (at === wanted) return "";
  const middle = (each) => {
    const box = each.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2, box.height / 2];
  };
  const follows = at.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (at.type === "radio" && at.name === wanted.name && at.form === wanted.form)
    return follows ? "ArrowDown" : "ArrowUp";
  const pieces = ".hotel, .shotel, .queue, .dice";
  const groups = pieces + ", .cafe, .players, .count, .pick, [data-tens], [data-known-names]";
  const group = wanted.closest(groups);
  if (group && group.contains(at) && at.matches("button")) {
    const [x, y] = middle(at), [right, down, half] = middle(wanted);
    if (Math.abs(down - y) > half) return down > y ? "ArrowDown" : "ArrowUp";
    return right > x ? "ArrowRight" : "ArrowLeft";
  }
  const form = document.querySelector("#entry-form");
  const far = at === document.body || at.closest(".dock");
  if (far && group?.matches(pieces) && form.contains(group) && form.querySelector(".may"))
    return "Escape";
  if (at.closest(pieces) && wanted.closest(".dock")) return "Escape";
  return at === document.body || follows ? "Tab" : "Shift+Tab";
}
