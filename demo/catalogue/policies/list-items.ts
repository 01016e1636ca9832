/** Lines of plain text as HTML list items, for policies that repeat a list from a help page. */
export function listItems(lines: readonly string[]): string {
  return lines.map((line) => `<li>${line}</li>`).join("\n");
}
