(least) => {
  const tapped = ["button", "a[href]", "summary", "label.tile", "label.dish-chip",
    "label.swatch", "input:not([type=hidden])", "select", "textarea"].join(",");
  const around = "label.tile, label.dish-chip, label.swatch, label.begins";
  const small = (box) => box.width < least - 0.5 || box.height < least - 0.5;
  return [...document.querySelectorAll(tapped)]
    .filter((thing) => thing.checkVisibility({checkOpacity: false, checkVisibilityCSS: true}))
    .filter((thing) => !thing.closest(".skip, p, li > span") && !thing.classList.contains("skip"))
    .map((thing) => [thing, (thing.closest(around) || thing).getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && small(box))
    .map(([thing, box]) =>
      `${thing.outerHTML.slice(0, 90)} ${Math.round(box.width)}x${Math.round(box.height)}`);
}
