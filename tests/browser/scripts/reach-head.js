() => {
  const head = document.querySelector(".top-row, header.top");
  const seen = [...head.querySelectorAll(":scope > :not(nav), nav > *")]
    .filter((each) => each.checkVisibility() && each.offsetWidth);
  const rows = seen.map((each) => each.getBoundingClientRect());
  return [Math.max(...rows.map((box) => box.top)) < Math.min(...rows.map((box) => box.bottom)),
    [...head.querySelectorAll(".iconbtn .away")].filter((word) => word.offsetWidth > 5).length];
}
