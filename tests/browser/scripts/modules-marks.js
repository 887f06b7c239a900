async () => {
  const { lacking, marks, merge } = await import("/parts.js");
  const main = document.querySelector("main");
  main.innerHTML = ["board 1a", "note 2b", "sheet 3c"]
    .map((each) => `<!--part ${each}--><p>${each}</p><!--/part-->`).join("");
  const said = [marks(main)];
  merge(main, [["sheet", ["4d", null]]]);
  said.push(marks(main), lacking(main).join(), marks(main, ["sheet"]), main.textContent);
  try { merge(main, [["unheard", ["1", ""]]]); } catch (problem) { said.push(problem.message); }
  merge(main, [["sheet", ["4d", "<p>here</p>"]]]);
  return [...said, lacking(main).join()];
}
