import type { Product } from "@vetrina/contract/catalogue/products";
import type { StoreHelp } from "@vetrina/contract/stores/store-content";
import { inches } from "@vetrina/commerce/products/inches";

export type Chart = StoreHelp["sizeCharts"][number];

const lengths = /^(bust|chest|waist|hips?|length|inseam|sleeve|shoulder|foot)$/i;

/**
 * A chart's cell: converted to inches if `unit` is inches and its column has lengths in centimeters, else unchanged.
 */
export function chartCell(column: string, cell: string, unit: "cm" | "in"): string {
  const value = Number(cell);
  if (unit === "cm" || !lengths.test(column) || cell.trim() === "" || !Number.isFinite(value))
    return cell;
  return inches(value);
}

/** Whether a chart has a column that can be converted to inches. */
export function hasLengths(chart: Chart): boolean {
  return chart.columns.some((column) => lengths.test(column));
}

const measuring = {
  garment: {
    title: "Measured flat",
    text: "The garment itself, laid flat and closed. Compare with one you like.",
    guide: "Body size chart",
  },
  shoes: {
    title: "Measured on the shoe",
    text: "The shoe itself, standing on its sole. Compare with a pair that fits you.",
    guide: "Foot size chart",
  },
  accessories: {
    title: "Measured edge to edge",
    text: "The item itself, empty and unstretched. Compare with one you own.",
    guide: "Size guide",
  },
  other: {
    title: "Measurements",
    text: "The item itself.",
    guide: "Size guide",
  },
};
const garments = new Set(["dresses", "tops", "bottoms", "outerwear"]);

/** The product page's texts about how products of this category were measured. */
export function measuringOf(category: string | null): (typeof measuring)["garment"] {
  const name = category?.toLowerCase() ?? "";
  if (garments.has(name)) return measuring.garment;
  return name === "shoes" || name === "accessories" ? measuring[name] : measuring.other;
}

/** Categories whose products don't use a department's chart. */
const bodyless = new Set(["shoes", "accessories"]);

/**
 * The store's size chart for a product: the one named after its category, else the women's chart for women's products
 * or the men's for all others, else the first. Shoes and accessories use only a chart named after the category.
 */
export function chartFor(
  charts: readonly Chart[],
  { category, department }: Pick<Product, "category" | "department">,
): Chart | undefined {
  const named = (name: string) => charts.find((chart) => chart.name.toLowerCase() === name);
  return (
    named(category?.toLowerCase() ?? "") ??
    (bodyless.has(category?.toLowerCase() ?? "")
      ? undefined
      : (named(department === "women" ? "women" : "men") ?? charts[0]))
  );
}

export const noChart: Chart = { name: "", columns: [], rows: [] };

/** A list with the product's own body chart; an empty list if the product has none. */
export function ownChart({
  bodyMeasurements,
  options,
}: Pick<Product, "bodyMeasurements" | "options">): Chart[] {
  if (bodyMeasurements.length === 0) return [];
  const cells = (size: string) => bodyMeasurements.map(({ bySize }) => String(bySize[size] ?? ""));
  const sizes = measuredSizes({ measurements: bodyMeasurements, options });
  const rows = sizes.map((size) => [size].concat(cells(size)));
  return [
    { name: "This item", columns: ["Size", ...bodyMeasurements.map((one) => one.label)], rows },
  ];
}

/**
 * The values of all options, in order. Taking all of them finds the sizes without knowing the name of the size option.
 */
export function offeredSizes({ options }: Pick<Product, "options">): string[] {
  return options.flatMap(({ values }) => values.map(({ value }) => value));
}

/**
 * The product's sizes that have measurements, in the order of its option values. If none of its option values has
 * measurements, all sizes that have any.
 */
export function measuredSizes({
  measurements,
  options,
}: Pick<Product, "options"> & { measurements: Pick<Product["measurements"][number], "bySize">[] }) {
  const known = new Set(measurements.flatMap(({ bySize }) => Object.keys(bySize)));
  const ordered = offeredSizes({ options }).filter((size) => known.has(size));
  return ordered.length > 0 ? ordered : [...known];
}
