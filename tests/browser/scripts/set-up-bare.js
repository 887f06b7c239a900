() => {
  const walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const apart = node.parentElement.closest("bdi, option, textarea, svg");
    if (/[֐-ࣿ]/.test(node.data) && !apart) found.push(node.data);
  }
  return found;
}
