import type { ValidationError } from "@vetrina/contract/errors";
import { measurementNames } from "@vetrina/contract/catalogue/product-inputs";
import type { Product, ProductOption } from "@vetrina/contract/catalogue/products";
import { invalid } from "./rules.ts";

type Charts = Pick<Product, "measurements" | "bodyMeasurements">;
type Sent = { [K in keyof Charts]?: Charts[K] | undefined };

/**
 * Returns the charts with measurements spelled as in the standard list, and sizes as in the product's options. Throws
 * VALIDATION_FAILED with a path for each unknown size and each duplicate measurement.
 */
export function planCharts(options: readonly ProductOption[], sent: Sent): Partial<Charts> {
  const errors: ValidationError[] = [];
  const charts: Partial<Charts> = {};
  for (const chart of ["measurements", "bodyMeasurements"] as const)
    if (isTooLarge(sent[chart] ?? [])) throw invalid([{ path: chart, message: tooLarge }]);
  if (sent.measurements !== undefined)
    charts.measurements = planChart(options, sent.measurements, "measurements", errors);
  if (sent.bodyMeasurements !== undefined)
    charts.bodyMeasurements = planChart(options, sent.bodyMeasurements, "bodyMeasurements", errors);
  if (errors.length > 0) throw invalid(errors);
  return charts;
}

/** Limit on the numbers in a chart, because the page shows a row for each measurement with a cell for each size. */
const maxMeasured = 400;
const maxSizesLength = 10_000;
const tooLarge =
  "A size chart can have at most 400 numbers, and 10,000 characters in its size names. Send fewer.";

function isTooLarge(rows: readonly Charts["bodyMeasurements"][number][]): boolean {
  let [numbers, length] = [0, 0];
  for (const { bySize } of rows)
    for (const size of Object.keys(bySize)) {
      numbers += 1;
      length += size.length;
    }
  return numbers > maxMeasured || length > maxSizesLength;
}

/** Renames sizes in the charts. Drops removed sizes, and measurements that have no sizes left. */
export function renamedCharts(
  { measurements, bodyMeasurements }: Charts,
  values: readonly { was: string; now: string | null }[],
): Charts {
  const names = new Map(values.map(({ was, now }) => [was, now]));
  const rename = <Row extends Charts["bodyMeasurements"][number]>(rows: readonly Row[]): Row[] =>
    rows.flatMap((row) => {
      const sizes = Object.entries(row.bySize).flatMap(([size, centimeters]) => {
        const now = names.has(size) ? names.get(size) : size;
        return now == null ? [] : [[now, centimeters] as const];
      });
      return sizes.length === 0 ? [] : [{ ...row, bySize: Object.fromEntries(sizes) }];
    });
  return { measurements: rename(measurements), bodyMeasurements: rename(bodyMeasurements) };
}

function planChart<Row extends Charts["bodyMeasurements"][number]>(
  options: readonly ProductOption[],
  rows: readonly Row[],
  path: string,
  errors: ValidationError[],
): Row[] {
  const values = options.flatMap((option) => option.values.map(({ value }) => value));
  const sizes = new Map(["One Size", ...values].map((value) => [value.toLowerCase(), value]));
  const names = new Map<string, string>(measurementNames.map((name) => [name.toLowerCase(), name]));
  const seen = new Set<string>();
  return rows.map((row, i) => {
    const label = names.get(row.label.toLowerCase()) ?? row.label;
    if (seen.has(label.toLowerCase()))
      errors.push({
        path: `${path}.${i}.label`,
        message: "This measurement is listed twice. List it once.",
      });
    seen.add(label.toLowerCase());
    const bySize = Object.entries(row.bySize).map(([name, centimeters]) => {
      const size = sizes.get(name.trim().toLowerCase());
      if (size === undefined)
        errors.push({
          path: `${path}.${i}.bySize.${name}`,
          message: "The product has no such size. Use the values of its options.",
        });
      return [size ?? name, centimeters] as const;
    });
    return { ...row, label, bySize: Object.fromEntries(bySize) };
  });
}
