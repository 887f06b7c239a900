() => {
  const found = [];
  const PRICE = /\d+[\u00a0 ](?:kron|крон|couronne|크로네)\p{L}*/giu;
  const seen = (each) => each.checkVisibility() && !each.closest(".away, select, textarea")
    && getComputedStyle(each).clipPath === "none";  // else only spoken
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const own = node.parentElement;
    if (!node.data.trim() || !seen(own)) continue;
    for (const word of [...node.data.matchAll(/[\p{L}\p{N}]+/gu), ...node.data.matchAll(PRICE)]) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = [...range.getClientRects()].filter((box) => box.width > 0.5);
      const turned = /vertical/.test(getComputedStyle(own).writingMode);
      const starts = lines.map((box) => Math.round(turned ? box.left : box.top));
      if (new Set(starts).size > 1) found.push(word[0]);
    }
    const dots = getComputedStyle(own).textOverflow === "ellipsis";
    if (dots && own.scrollWidth > own.clientWidth + 1) {
      found.push(`${own.textContent.trim()} ends in dots`);
    }
  }
  return found;
}
