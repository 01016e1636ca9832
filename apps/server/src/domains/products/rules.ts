import { beginning } from "@vetrina/contract/common";
import type { ValidationError } from "@vetrina/contract/errors";
import type { VariantInput } from "@vetrina/contract/product-inputs";
import type { ProductOption } from "@vetrina/contract/products";
import { readAmount } from "@vetrina/commerce/money";
import { compareSelections, uniqueSlugs, variantName } from "@vetrina/commerce/variants";
import { ApiFailure } from "../../platform/errors.ts";

export type PlannedVariant = {
  name: string;
  slug: string;
  sku: string | null;
  barcode: string | null;
  priceMinor: number;
  regularPriceMinor: number | null;
  weightGrams: number | null;
  options: Record<string, string>;
  /** Its place in the options' order, from 0. */
  position: number;
  stock: number;
};

/** A variant that is there already. */
export type StandingVariant = { slug: string; options: Record<string, string> };

export const maxVariants = 500;
const maxValues = 200;
/** Characters of option values, each as often as options and variants say it: the product's page says it as often. */
const maxValuesLength = 20_000;
export const tooMuchText =
  "The option values of all variants have more than 20,000 characters together: use shorter values or fewer variants.";

/** Whether option values are too long for one page. */
export function isTooMuchText(
  options: readonly ProductOption[],
  variants: readonly Readonly<Record<string, string>>[],
): boolean {
  let length = 0;
  for (const { values } of options) for (const { value } of values) length += value.length;
  for (const values of variants) for (const value of Object.values(values)) length += value.length;
  return length > maxValuesLength;
}

/** A size or color as it stands in a query: 'Off White' -> off-white. shop.facet_value() is its twin. */
export function facetValue(label: string): string {
  return label
    .trim()
    .toLowerCase()
    .replaceAll(/[\s,/]+/g, "-");
}

/** A name as a link: 'Café Coat, No. 2' -> cafe-coat-no-2; `nameless` where no letter or digit is left. */
export function linkOf(name: string, nameless = "product"): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}|['’]/gu, "")
    .replaceAll(/[^\p{Ll}\p{Lo}\p{N}]+/gu, "-");
  const link = beginning(words, 180).replaceAll(/^-|-$/g, "");
  return link || nameless;
}

/** The link itself, else with the first free number behind it: coat, coat-2, coat-3. */
export function freeLink(link: string, taken: ReadonlySet<string>): string {
  if (!taken.has(link)) return link;
  let n = 2;
  while (taken.has(`${link}-${n}`)) n += 1;
  return `${link}-${n}`;
}

/**
 * New variants beside those that stand, and the options with the values that join them. Each must name one value of each
 * option, and no two be alike. Throws VALIDATION_FAILED with a path for each fault; `pathOf` names the variant's.
 */
export function planVariants(
  options: readonly ProductOption[],
  added: readonly VariantInput[],
  currency: string,
  standing: readonly StandingVariant[] = [],
  pathOf: (index: number) => string = (index) => `variants.${index}.`,
): { options: ProductOption[]; variants: PlannedVariant[]; standingPositions: number[] } {
  const faults: ValidationError[] = [];
  const all = joinableOptions(options, added, standing, faults);
  const seen = new Set(standing.map((variant) => keyOf(variant.options, all)));
  const order = all.map(({ name }) => name);
  const known = all.map((option) => ({
    ...option,
    spelled: new Map(option.values.map(({ value }) => [value.toLowerCase(), value])),
  }));
  const chosen = added.map((variant, i) => {
    const path = pathOf(i);
    const values = chooseValues(variant.options, known, `${path}options`, faults);
    const key = keyOf(values, all);
    if (seen.has(key)) {
      const message = "Another variant has the same options.";
      faults.push({ path: `${path}options`, message });
    }
    seen.add(key);
    return values;
  });
  if (isTooMuchText(all, [...standing.map(({ options }) => options), ...chosen]))
    faults.push({ path: "variants", message: tooMuchText });
  if (standing.length + added.length > maxVariants)
    faults.push({ path: "variants", message: `Use at most ${maxVariants} variants.` });
  const prices = added.map((variant, i) => planPrices(variant, currency, pathOf(i), faults));
  if (faults.length > 0) throw invalid(faults);

  const names = chosen.map((values) => variantName(values, order));
  // The slugs that stand are in addresses already: they are kept, and first.
  const slugs = uniqueSlugs([...standing.map(({ slug }) => slug), ...names]);
  const positions = positionsOf([...standing.map(({ options }) => options), ...chosen], all);
  const variants = added.map((variant, i) => ({
    name: names[i] ?? "",
    slug: slugs[standing.length + i] ?? "",
    sku: variant.sku || null,
    barcode: variant.barcode || null,
    priceMinor: prices[i]?.priceMinor ?? 0,
    regularPriceMinor: prices[i]?.regularPriceMinor ?? null,
    weightGrams: variant.weightGrams ?? null,
    options: chosen[i] ?? {},
    position: positions[standing.length + i] ?? 0,
    stock: variant.stock,
  }));
  return { options: all, variants, standingPositions: positions.slice(0, standing.length) };
}

/** The options without the values that no variant has any more. */
export function optionsInUse(
  options: readonly ProductOption[],
  variants: readonly Readonly<Record<string, string>>[],
): ProductOption[] {
  return options.map(({ name, values }) => {
    const used = new Set(variants.map((variant) => variant[name]));
    return { name, values: values.filter(({ value }) => used.has(value)) };
  });
}

/** Minor units of a price and the regular price above it; faults are added for what is no such price. */
export function planPrices(
  { price, regularPrice }: { price: number; regularPrice?: number | null | undefined },
  currency: string,
  path: string,
  faults: ValidationError[],
): { priceMinor: number; regularPriceMinor: number | null } {
  const priceMinor = minorOf(price, currency, `${path}price`, faults);
  const regularPriceMinor =
    regularPrice == null ? null : minorOf(regularPrice, currency, `${path}regularPrice`, faults);
  if (priceMinor !== null && regularPriceMinor !== null && regularPriceMinor <= priceMinor)
    faults.push({
      path: `${path}regularPrice`,
      message: "Set it above the price, or leave it out.",
    });
  return { priceMinor: priceMinor ?? 0, regularPriceMinor };
}

export function invalid(faults: readonly ValidationError[]): ApiFailure {
  const [first] = faults;
  return new ApiFailure("VALIDATION_FAILED", `${first?.path}: ${first?.message}`, faults);
}

function minorOf(
  amount: number,
  currency: string,
  path: string,
  faults: ValidationError[],
): number | null {
  const read = readAmount(amount, currency);
  if ("minor" in read) return read.minor;
  faults.push({ path, message: read.problem });
  return null;
}

// Copies, because values join them. Without options named, those of the first variant are taken.
function joinableOptions(
  options: readonly ProductOption[],
  added: readonly VariantInput[],
  standing: readonly StandingVariant[],
  faults: ValidationError[],
): ProductOption[] {
  const named =
    options.length > 0 || standing.length > 0
      ? options
      : Object.keys(added[0]?.options ?? {}).map((name) => ({
          name: name.trim().normalize("NFC"),
          values: [],
        }));
  if (named.length > 3) faults.push({ path: "options", message: "Use at most 3 options." });
  const names = new Set<string>();
  return named.map(({ name, values }, i) => {
    if (name === "") faults.push({ path: "options", message: "Give each option a name." });
    if (names.has(name.toLowerCase()))
      faults.push({ path: `options.${i}.name`, message: "Another option has this name." });
    names.add(name.toLowerCase());
    const seen = new Set<string>();
    for (const [j, { value }] of values.entries()) {
      if (seen.has(value.toLowerCase()))
        faults.push({
          path: `options.${i}.values.${j}.value`,
          message: "This value is there twice.",
        });
      seen.add(value.toLowerCase());
    }
    return { name, values: [...values] };
  });
}

/** An option that values join, with its values by their lower case. */
type JoinableOption = ProductOption & { spelled: Map<string, string> };

/** The variant's values as the options spell them; a value that is new joins its option. */
function chooseValues(
  given: Readonly<Record<string, string>>,
  options: readonly JoinableOption[],
  path: string,
  faults: ValidationError[],
): Record<string, string> {
  const byName = new Map(
    Object.entries(given).map(([name, value]) => [
      name.trim().normalize("NFC").toLowerCase(),
      value.trim().normalize("NFC"),
    ]),
  );
  const values: [string, string][] = [];
  for (const option of options) {
    const wanted = byName.get(option.name.toLowerCase());
    byName.delete(option.name.toLowerCase());
    if (!wanted) {
      faults.push({ path, message: `Name one value of ${option.name}.` });
      continue;
    }
    const known = option.spelled.get(wanted.toLowerCase());
    if (known === undefined) {
      option.values.push({ value: wanted, swatch: null });
      option.spelled.set(wanted.toLowerCase(), wanted);
    }
    if (option.values.length > maxValues)
      faults.push({ path, message: `Use at most ${maxValues} values of ${option.name}.` });
    values.push([option.name, known ?? wanted]);
  }
  for (const name of byName.keys())
    faults.push({ path: `${path}.${name}`, message: "The product has no such option." });
  return Object.fromEntries(values);
}

function keyOf(values: Readonly<Record<string, string>>, options: readonly ProductOption[]) {
  return JSON.stringify(options.map(({ name }) => values[name]));
}

function positionsOf(
  variants: readonly Record<string, string>[],
  options: readonly ProductOption[],
): number[] {
  const inOrder = compareSelections(options);
  const sorted = variants
    .map((values, index) => ({ values, index }))
    .sort((a, b) => inOrder(a.values, b.values));
  const positions: number[] = [];
  for (const [position, { index }] of sorted.entries()) positions[index] = position;
  return positions;
}
