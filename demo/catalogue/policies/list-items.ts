/** Plain lines as the items of a list, for policies that say what a help page lists. */
export function listItems(lines: readonly string[]): string {
  return lines.map((line) => `<li>${line}</li>`).join("\n");
}
