(at) => {
  const form = document.forms[at];
  const seen = new Set();
  form.noValidate = true;
  for (const field of [...form.elements].reverse()) {
    if (field.tagName === "BUTTON" || field.type === "file") continue;
    if (field.type === "hidden") continue;
    if (field.type === "radio") {
      if (seen.has(field.name)) continue;
      seen.add(field.name);
      field.checked = true;
    } else if (field.type === "checkbox") field.checked = !field.checked;
    else if (field.tagName === "SELECT") field.selectedIndex = field.options.length - 1;
    else if (field.type === "number") field.value = "3";
    else if (field.type === "date") field.value = "2026-11-21";
    else if (field.type !== "search") field.value = "7Ж";
    field.dispatchEvent(new Event("input", {bubbles: true}));
  }
  const tapped = [["[data-cycle]", 9], ["[data-paint]", 5], ["[data-order] [data-id]", 2],
    [".palette [data-value]", 4]];
  for (const [what, many] of tapped)
    for (const button of [...form.querySelectorAll(what)].slice(0, many)) button.click();
}
