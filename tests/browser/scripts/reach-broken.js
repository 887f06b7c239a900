() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const text = texts.currentNode, own = text.parentElement;
    if (!text.data.trim() || !own.checkVisibility({checkVisibilityCSS: true})) continue;
    if (own.closest(".away, .pick:not(.named) .name, .skip, script, textarea, select")) continue;
    for (const word of text.data.matchAll(/[\p{L}\p{N}]{2,}/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
      const lines = new Set(boxes.map((box) => Math.round(box.top)));
      if (lines.size > 1) found.push(`broken: "${word[0]}" in ${own.outerHTML.slice(0, 70)}`);
    }
  }
  return found;
}
