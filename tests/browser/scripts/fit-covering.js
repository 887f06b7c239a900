async () => {
  const drawn = () => new Promise((done) => requestAnimationFrame(done));
  await drawn();
  await drawn();
  const sticks = (each) => /sticky|fixed/.test(getComputedStyle(each).position);
  return [...document.querySelectorAll("body *")]
    .filter((each) => !each.closest("dialog, .away, .skip") && sticks(each))
    .filter((each) => each.checkVisibility())
    .map((each) => [each, Math.round(1000 * each.offsetHeight / innerHeight) / 10])
    .filter(([, share]) => share > 40)
    .map(([each, share]) => `${each.className || each.id} covers ${share} percent`);
}
