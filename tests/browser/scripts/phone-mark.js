([entry, scope]) => {
  const same = (a, b) => a === b || (a && b && typeof a === "object" && typeof b === "object"
    && Object.keys(a).length === Object.keys(b).length
    && Object.keys(a).every((key) => same(a[key], b[key])));
  document.querySelectorAll("[data-found]").forEach((old) => old.removeAttribute("data-found"));
  const found = [...document.querySelectorAll(scope + " button[name=entry]")]
    .find((button) => same(JSON.parse(button.value), entry));
  found?.setAttribute("data-found", "");
  return Boolean(found);
}
