() => [...document.querySelectorAll("main :is(button, a[href], input)")]
  .filter((each) => each.checkVisibility() && !each.closest("dialog:not([open])"))
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([, box]) => box.width && box.top >= 0 && box.bottom <= innerHeight)
  .map(([each, box]) => [each, document.elementFromPoint(box.x + box.width / 2,
    box.y + box.height / 2)])
  .filter(([each, on]) => on?.matches(".dock, .thumb, .told, .bar, .agenda") && !on.contains(each))
  .map(([each, on]) => `${each.outerHTML.slice(0, 60)} under ${on.className}`)
