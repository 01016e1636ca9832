/** A body measurement: its length in centimeters for each size. */
export type BodyMeasurement = { label: string; bySize: Readonly<Record<string, number>> };
export const preferredFits = ["close", "regular", "loose"] as const;
export type PreferredFit = (typeof preferredFits)[number];

export type SizeAdvice = {
  size: string;
  /** The two sizes that the body is between, the smaller one first; null if one of them is clearly nearer. */
  between: readonly [string, string] | null;
  /** Set if the body is clearly smaller than the smallest size or larger than the largest. */
  beyond: "smallest" | "largest" | null;
  /** The sizes that single measurements suggest, if different from `size`. */
  otherwise: { label: string; size: string }[];
};

const centimetersPerInch = 2.54;
/** How far a body may be from a size that clearly fits it, as a fraction of the step to the next size. */
const plainly = 0.25;

/**
 * Suggests a size for a body's measurements in centimeters, keyed by the chart's labels. The measurement that needs the
 * largest size decides; between two sizes, the preferred fit does. null if the chart has none of the measurements, or
 * fewer than two sizes.
 */
export function adviseSize(
  chart: readonly BodyMeasurement[],
  sizes: readonly string[],
  body: Readonly<Record<string, number | undefined>>,
  fit: PreferredFit,
): SizeAdvice | null {
  const known = sizes.filter((size) => chart.some(({ bySize }) => bySize[size] !== undefined));
  const places = chart.flatMap((measure) => {
    const place = placeOf(measure, known, body[measure.label]);
    return place === null ? [] : [{ label: measure.label, place }];
  });
  if (places.length === 0) return null;
  const widest = Math.max(...places.map(({ place }) => place));
  const last = known.length - 1;
  const chosen = choose(widest, last, fit);
  const size = known[chosen.index] ?? "";
  return {
    size,
    between:
      chosen.between === null
        ? null
        : [known[chosen.between] ?? "", known[chosen.between + 1] ?? ""],
    beyond: widest < -0.5 ? "smallest" : widest > last + 0.5 ? "largest" : null,
    otherwise: places
      .map(({ label, place }) => ({ label, size: known[choose(place, last, fit).index] ?? "" }))
      .filter((one) => one.size !== size),
  };
}

/** The advice in sentences. `names` is the size in other systems, such as "EU 40, UK 12". */
export function adviceText(advice: SizeAdvice, fit: PreferredFit, names = ""): string {
  const { between, beyond, otherwise } = advice;
  const size = names === "" ? advice.size : `${advice.size} (${names})`;
  const first =
    beyond === "smallest"
      ? `Your measurements are below our smallest size: ${size} will sit loosely.`
      : beyond === "largest"
        ? `Your measurements are above our largest size: ${size} may be tight.`
        : between === null
          ? otherwise.length > 0
            ? `Take ${size}.`
            : `Your size is ${size}.`
          : `You are between ${between[0]} and ${between[1]}: for a ${fit} fit take ${size}.`;
  const others = Map.groupBy(otherwise, (one) => one.size);
  return [
    first,
    ...Array.from(others, ([other, measurements]) => {
      const labels = measurements.map(({ label }) => label.toLowerCase());
      // A label such as "Hips" is plural.
      const suggest = labels.length > 1 || labels[0]?.endsWith("s") ? "suggest" : "suggests";
      return `Your ${labels.join(" and ")} alone ${suggest} ${other}.`;
    }),
  ].join(" ");
}

const bodyColumns = new Map([
  ["bust", "Bust"],
  ["chest", "Chest"],
  ["waist", "Waist"],
  ["hips", "Hips"],
  ["hip", "Hips"],
  ["foot", "Foot"],
  ["cm", "Foot"],
]);

/**
 * Reads the body measurements and sizes of a store's chart. The sizes are in the column with the most `offered` sizes,
 * or in the first column. Returns only the offered sizes, or all if the chart has none of them. A range counts as its
 * midpoint.
 */
export function bodyMeasurementsOf(
  { columns, rows }: { columns: readonly string[]; rows: readonly (readonly string[])[] },
  offered: readonly string[] = [],
): { measurements: BodyMeasurement[]; sizes: string[] } {
  const named = columns.map((_, i) => rows.filter((row) => offered.includes(row[i] ?? "")).length);
  const column = Math.max(0, named.indexOf(Math.max(...named)));
  const sizes = rows.map((row) => row[column] ?? "");
  const measurements = columns.flatMap((name, i) => {
    const label = bodyColumns.get(name.trim().toLowerCase());
    if (label === undefined) return [];
    const cells = rows.flatMap((row, j) => {
      const centimeters = middleOf(row[i] ?? "");
      return centimeters === null ? [] : [[sizes[j] ?? "", centimeters] as const];
    });
    return cells.length === 0 ? [] : [{ label, bySize: Object.fromEntries(cells) }];
  });
  const listed = offered.filter((size) => sizes.includes(size));
  return { measurements, sizes: listed.length > 0 ? listed : sizes };
}

/** The plausible range of each body measurement, in centimeters. */
const likely: Readonly<Record<string, readonly [min: number, max: number]>> = {
  Bust: [60, 160],
  Chest: [60, 160],
  Waist: [45, 160],
  Hips: [65, 170],
  Foot: [15, 35],
};

/**
 * How far a length may be from the plausible range, as a fraction of its ends. Beyond that, it is a mistake in typing.
 */
const tolerance = 0.5;

/**
 * Reads a typed body measurement: its length in centimeters, or a sentence that says what to enter. A length that is
 * plausible only in the other unit, such as a bust of 34 cm, asks for the unit.
 */
export function readLength(
  label: string,
  text: string,
  unit: "cm" | "in",
): { centimeters: number } | { error: string } {
  const centimeters = lengthTyped(text, unit);
  if (centimeters === null)
    return {
      error: unit === "cm" ? "Enter centimeters, e.g. 88.5." : "Enter inches, e.g. 34 1/2.",
    };
  const [min, max] = likely[label] ?? [0, Number.POSITIVE_INFINITY];
  const isLikely = (length: number) => length >= min && length <= max;
  if (isLikely(centimeters)) return { centimeters };
  const other = unit === "cm" ? centimeters * centimetersPerInch : centimeters / centimetersPerInch;
  if (isLikely(other)) return { error: unitQuestions[unit === "cm" ? "in" : "cm"] };
  if (centimeters >= min * (1 - tolerance) && centimeters <= max * (1 + tolerance))
    return { centimeters };
  const [from, to] = [min, max].map((end) =>
    Math.round(unit === "cm" ? end : end / centimetersPerInch),
  );
  return { error: `Check this measurement. Most are ${from} to ${to} ${unit}.` };
}

/** The questions to ask if the other unit was probably meant. */
const unitQuestions = {
  in: "Did you mean inches? Choose inches above.",
  cm: "Did you mean centimeters? Choose centimeters above.",
};

/** Converts a typed length, such as 88, 88,5 or 34 1/2, to centimeters. null for other text, and above 300 cm. */
export function lengthTyped(text: string, unit: "cm" | "in"): number | null {
  const found = /^(\d{1,3}(?:[.,]\d{1,2})?)(?: ?(¼|½|¾| [1-7]\/[248]))?$/.exec(
    text.trim().replaceAll(/\s+/g, " "),
  );
  if (found === null) return null;
  const length = Number((found[1] ?? "").replace(",", ".")) + fractionOf(found[2]?.trim());
  const centimeters = unit === "in" ? length * centimetersPerInch : length;
  return centimeters > 0 && centimeters <= 300 ? Math.round(centimeters * 100) / 100 : null;
}

/**
 * The position of a length among the sizes: 1.5 is halfway from the second size to the third, and -1 is one step below
 * the first.
 */
function placeOf(
  { bySize }: BodyMeasurement,
  sizes: readonly string[],
  length: number | undefined,
): number | null {
  if (length === undefined) return null;
  const rungs: { place: number; at: number }[] = [];
  for (const [place, size] of sizes.entries()) {
    const at = bySize[size];
    // Leaves out a size that isn't larger than a previous one, because it adds no information.
    if (at !== undefined && at > (rungs.at(-1)?.at ?? 0)) rungs.push({ place, at });
  }
  const above = rungs.findIndex(({ at }) => at >= length);
  const to = Math.max(1, above === -1 ? rungs.length - 1 : above);
  const [from, next] = [rungs[to - 1], rungs[to]];
  if (from === undefined || next === undefined) return null;
  return from.place + ((length - from.at) / (next.at - from.at)) * (next.place - from.place);
}

function choose(
  place: number,
  last: number,
  fit: PreferredFit,
): { index: number; between: number | null } {
  const inside = Math.min(last, Math.max(0, place));
  const lower = Math.floor(inside);
  const part = inside - lower;
  if (part <= plainly) return { index: lower, between: null };
  if (part >= 1 - plainly) return { index: lower + 1, between: null };
  const upward = fit === "loose" || (fit === "regular" && part >= 0.5);
  return { index: upward ? lower + 1 : lower, between: lower };
}

function middleOf(cell: string): number | null {
  const found = /^\s*(\d+(?:\.\d+)?)(?:\s*[-–]\s*(\d+(?:\.\d+)?))?\s*$/.exec(cell);
  if (found === null) return null;
  const from = Number(found[1]);
  return (from + Number(found[2] ?? from)) / 2;
}

function fractionOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const sign = { "¼": 0.25, "½": 0.5, "¾": 0.75 }[text];
  const [above, below] = text.split("/").map(Number);
  return sign ?? (above ?? 0) / (below ?? 1);
}
