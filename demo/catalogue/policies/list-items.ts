/** Plain lines as list items, for policies that repeat what a help page lists. */
export function listItems(lines: readonly string[]): string {
  return lines.map((line) => `<li>${line}</li>`).join("\n");
}
