/** A table of a size guide, with body measurements in centimeters. */
export type SizeChart = { name: string; columns: string[]; rows: string[][] };

/** Names of columns with body measurements in centimeters. Other columns contain sizes or words. */
const measured = new Set(["bust", "chest", "waist", "hips", "length", "cm"]);
const centimetersAnInch = 2.54;

/**
 * Converts a chart to inches, rounded to quarters: "80" becomes "31½", and "16-17 cm" within a sentence becomes "6¼-6¾
 * in".
 */
export function inInches(chart: SizeChart): SizeChart {
  return {
    name: chart.name,
    columns: chart.columns.map((column) => (column.toLowerCase() === "cm" ? "Inches" : column)),
    rows: chart.rows.map((row) =>
      row.map((cell, index) =>
        measured.has(chart.columns[index]?.toLowerCase() ?? "")
          ? numbersInInches(cell)
          : cell.replaceAll(/(?<![\d.])([\d.]+(?:-[\d.]+)?) cm\b/g, (_, numbers: string) =>
              [numbersInInches(numbers), "in"].join(" "),
            ),
      ),
    ),
  };
}

function numbersInInches(text: string): string {
  return text.replaceAll(/\d+(?:\.\d+)?/g, (number) => inches(Number(number)));
}

/** Converts centimeters to inches, rounded to quarters: 105 becomes "41¼". */
export function inches(centimeters: number): string {
  const quarters = Math.round((centimeters / centimetersAnInch) * 4);
  const fraction = ["", "¼", "½", "¾"][quarters % 4] ?? "";
  const whole = Math.floor(quarters / 4);
  return whole === 0 && fraction ? fraction : `${whole}${fraction}`;
}
