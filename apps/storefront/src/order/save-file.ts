/** How long the file stays in memory: longer than a browser takes to start saving it. */
const keepMs = 60_000;

/** Makes the browser download the file. */
export function saveFile(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), keepMs);
}
