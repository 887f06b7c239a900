async (id) => {
  document.documentElement.style.fontSize = "200%";
  const drawn = () => new Promise((done) => requestAnimationFrame(done));
  await drawn();
  await drawn();
  const found = document.getElementById(id);
  found.scrollIntoView({block: "nearest"});
  const box = found.getBoundingClientRect();
  return found.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}
