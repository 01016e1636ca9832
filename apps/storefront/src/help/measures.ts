export type Chart = { name: string; columns: string[]; rows: string[][] };

/** Columns that hold a measure of the body in centimeters; the others are sizes and words. */
const measured = new Set(["bust", "chest", "waist", "hips", "length", "cm"]);
const centimetersAnInch = 2.54;

/** The chart in inches, to the quarter: "80" is "31½", and "16-17 cm" in a sentence "6¼-6¾ in". */
export function inInches(chart: Chart): Chart {
  return {
    name: chart.name,
    columns: chart.columns.map((column) => (column.toLowerCase() === "cm" ? "Inches" : column)),
    rows: chart.rows.map((row) =>
      row.map((cell, index) =>
        measured.has(chart.columns[index]?.toLowerCase() ?? "")
          ? numbersInInches(cell)
          : cell.replaceAll(/([\d.]+(?:-[\d.]+)?) cm\b/g, (_, numbers: string) =>
              [numbersInInches(numbers), "in"].join(" "),
            ),
      ),
    ),
  };
}

/** The chart's name in an address: "Women" is women. */
export function chartKey({ name }: Pick<Chart, "name">): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
}

function numbersInInches(text: string): string {
  return text.replaceAll(/\d+(?:\.\d+)?/g, (number) => inches(Number(number)));
}

function inches(centimeters: number): string {
  const quarters = Math.round((centimeters / centimetersAnInch) * 4);
  const fraction = ["", "¼", "½", "¾"][quarters % 4] ?? "";
  const whole = Math.floor(quarters / 4);
  return whole === 0 && fraction ? fraction : `${whole}${fraction}`;
}
