async (bytes) => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle("recorder", { create: true });
  const file = await folder.getFileHandle("recorder.db", { create: true });
  const writer = await file.createWritable();
  await writer.write(new Uint8Array(bytes));
  await writer.close();
}
