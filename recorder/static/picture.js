// A picture is handed to the phone's own sharing, where the browser gives it; else it is opened.

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-picture]");
  if (!link || !navigator.canShare) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(answer.status);
    const files = [new File([await answer.blob()], link.dataset.picture, { type: "image/png" })];
    if (!navigator.canShare({ files })) throw new Error("no files");
    await navigator.share({ files });
  } catch (problem) {
    if (problem.name !== "AbortError") location.href = link.href; // who thought better of it stays
  }
});
