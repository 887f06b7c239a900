() => {
  const SILENT = ".skip, script, style, svg, textarea, option, select, code, pre";
  const wide = document.documentElement.clientWidth;
  const found = [];
  if (document.documentElement.scrollWidth > wide) {
    found.push(`scrolls sideways: ${document.documentElement.scrollWidth} on ${wide}`);
  }
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (words.nextNode()) {
    const text = words.currentNode;
    const own = text.parentElement;
    if (!text.data.trim() || !own.checkVisibility({checkVisibilityCSS: true})) continue;
    if (own.closest(SILENT)) continue;
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
    if (!boxes.length) continue;
    const right = Math.max(...boxes.map((box) => box.right));
    const left = Math.min(...boxes.map((box) => box.left));
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    let free = false;
    for (let each = own; each && each !== document.body; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (style.clipPath === "inset(50%)") {  // only heard
        free = true;
        break;
      }
      if (/auto|scroll/.test(style.overflowX) || style.textOverflow === "ellipsis") free = true;
      const box = each.getBoundingClientRect();
      const hides = /hidden|clip/.test(style.overflowX) || each.matches("button, .btn");
      if (!free && hides && box.width > 1 && (right > box.right + 1.5 || left < box.left - 1.5)) {
        found.push(`cut: "${text.data.trim().slice(0, 40)}" in ${each.outerHTML.slice(0, 70)}`);
        break;
      }
      if (each.matches("button, .btn") && bottom > box.bottom + 2) {
        found.push(`below: "${text.data.trim().slice(0, 40)}" in ${each.outerHTML.slice(0, 70)}`);
        break;
      }
    }
    if (!free && (right > wide + 1 || left < -1)) {
      found.push(`outside: "${text.data.trim().slice(0, 40)}" in ${own.outerHTML.slice(0, 70)}`);
    }
  }
  return found;
}
