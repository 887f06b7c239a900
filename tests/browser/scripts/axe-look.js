async ([rules, settled]) => {
  const behind = new Map();
  const lies = (each) => {  // what is painted behind and over whatever stands in an element
    if (!each) return "";
    if (!behind.has(each)) {
      const own = getComputedStyle(each);
      const paint = [own.backgroundColor, own.backgroundImage, own.opacity, own.filter].join();
      const bare = paint === "rgba(0, 0, 0, 0),none,1,none";
      const apart = own.position === "static" ? "" : each.getAttribute("class");
      behind.set(each, lies(each.parentElement) + (bare && !apart ? "" : `/${paint} ${apart}`));
    }
    return behind.get(each);
  };
  const alike = (each) => {
    const own = getComputedStyle(each);
    const letters = [own.color, own.fontSize, own.fontWeight, own.textShadow].join();
    return `${letters}${lies(each)}`;
  };
  const silent = ":disabled, [aria-disabled=true], [type=checkbox], [type=radio], option";
  const lettered = (each) => !each.closest(silent) && (each.matches("input, select, textarea")
    || [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  const seen = (each) => {  // what only a screen reader says is smaller than letters, or far off
    const box = each.getBoundingClientRect();
    return box.width > 2 && box.right > 0 && box.bottom > 0
      && each.checkVisibility({checkVisibilityCSS: true, checkOpacity: true});
  };
  const places = [...document.body.querySelectorAll("*")]
    .filter((each) => lettered(each) && seen(each));
  const known = new Set(settled), fresh = new Map();
  for (const each of places) {
    const kind = alike(each);
    if (!known.has(kind)) fresh.set(kind, [...(fresh.get(kind) || []), each]);
  }
  const whole = Array.isArray(rules.runOnly);
  if (!whole && !fresh.size) return [places.length, [], [], []];
  const some = [...fresh.values()].flatMap((all) => all.slice(0, 3));
  for (const each of some) each.setAttribute("data-contrast", "");
  axe.configure({rules: [{id: "color-contrast", selector: "[data-contrast]"}]});
  const found = await axe.run(document,
    {resultTypes: ["violations", "incomplete"], elementRef: true, ...rules});
  for (const each of some) each.removeAttribute("data-contrast");
  const told = (results) => new Set(results.filter(({id}) => id === "color-contrast")
    .flatMap(({nodes}) => nodes.map(({element}) => element)));
  const wrong = told(found.violations), open = told(found.incomplete);
  const right = [], unsure = [];
  for (const [kind, all] of fresh) {
    const looked = all.slice(0, 3);
    if (looked.some((each) => wrong.has(each))) continue;
    (looked.every((each) => open.has(each)) ? unsure : right).push(kind);
  }
  const violations = found.violations.map(({id, nodes}) => ({id, nodes: nodes.map(
    ({target, html, failureSummary}) => ({target, html, failureSummary}))}));
  return [whole ? found.passes.length : places.length, violations, right, unsure];
}
