async ([entries, from, key, enough = 4]) => {
  let main = document.querySelector("main.play");
  const parts = document.querySelector("link[rel=modulepreload][href*='/parts']");
  const { marks, merge } = await import(parts.href);
  const csrf = document.querySelector("meta[name=csrf]").content;
  const took = [];
  let version = from ?? Number(main.dataset.version);
  for (const entry of entries) {
    const body = new URLSearchParams({ entry: JSON.stringify(entry), version, key: key + version });
    body.set("ruling", JSON.stringify(entry));
    const has = marks(main);
    const before = performance.now();
    const answer = await fetch(main.dataset.entries, {
      method: "POST", body, headers: { "X-From": "page", "X-CSRFToken": csrf, "X-Parts": has },
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(version + ": " + answer.status + " " + text);
    const said = JSON.parse(text);
    if (said.parts) merge(main, Object.entries(said.parts), has);
    else {
      const made = document.createElement("template");
      made.innerHTML = said.whole;
      const fresh = made.content.getElementById("main");
      main.replaceWith(fresh);
      main = fresh;
    }
    took.push(performance.now() - before);
    window.answered = version += 1;
    if (took.length >= enough) document.documentElement.dataset.enough = "yes";
  }
  return took;
}
