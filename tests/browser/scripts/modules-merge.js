async ([name, before, after, stays]) => {
  const { merge } = await import("/parts.js");
  const main = document.querySelector("main");
  const page = (own, mark) =>
    `<!--part first 1--><i id=other>own</i><!--/part--><!--part it ${mark}-->${own}<!--/part-->`;
  main.innerHTML = page(before, 1);
  for (const each of main.querySelectorAll("*")) each.mark = each.id;
  merge(main, [["it", ["2", after]]]);
  const made = document.createElement("main");
  made.innerHTML = page(after, 2);
  return [main.innerHTML === made.innerHTML,
    [...main.querySelectorAll("*")].filter((each) => each.mark).map((each) => "#" + each.id)];
}
