/** Rows of twelve columns that follow each other; a row cut short is divided evenly. */
const rows = [
  [7, 5],
  [4, 4, 4],
  [5, 7],
];
const wide: Readonly<Record<number, string>> = {
  4: "lg:col-span-4",
  5: "lg:col-span-5",
  6: "lg:col-span-6",
  7: "lg:col-span-7",
  12: "lg:col-span-12",
};

/** How wide the sheet of this index stands among so many, so that every row is full: at two columns and at twelve. */
export function spanOf(index: number, count: number): string {
  const alone = index === 0 || (index === count - 1 && count % 2 === 0);
  return `${alone ? "max-lg:col-span-2 " : ""}${wide[columns(index, count)] ?? ""}`;
}

function columns(index: number, count: number): number {
  let first = 0;
  for (let row = 0; ; row++) {
    const spans = rows[row % rows.length] ?? [];
    const held = Math.min(spans.length, count - first);
    if (index < first + held)
      return held === spans.length ? (spans[index - first] ?? 12) : 12 / held;
    if (held === 0) return 12;
    first += held;
  }
}
