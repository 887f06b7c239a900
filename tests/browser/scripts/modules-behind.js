async () => {
  const { behind, lacking, marks, merge } = await import("/parts.js");
  const main = document.querySelector("main");
  main.innerHTML = "<div><!--part closed 1a--><p>one 5</p><!--/part--></div>";
  merge(main, [["closed", ["2b", "<p>one 6</p>"]]]);
  const said = [main.textContent];
  behind(main.firstChild, true);
  said.push(marks(main), lacking(main).join());
  behind(main.firstChild, false);
  return [...said, marks(main), lacking(main).join()];
}
