import { beginning } from "@vetrina/contract/common";
import type { ValidationError } from "@vetrina/contract/errors";
import type { VariantInput } from "@vetrina/contract/catalogue/product-inputs";
import type { ProductOption } from "@vetrina/contract/catalogue/products";
import { readAmount } from "@vetrina/commerce/money";
import { compareSelections, uniqueSlugs, variantName } from "@vetrina/commerce/products/variants";
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
  /** The variant's position, from 0, if variants are sorted by the order of their option values. */
  position: number;
  stock: number;
};

/** An existing variant. */
export type StandingVariant = { slug: string; options: Record<string, string> };

export const maxVariants = 500;
/** Maximum number of a product's images in an import file, and maximum length of an image's alt text. */
export const maxImages = 250;
export const maxAltLength = 512;
/** Maximum number of former links of a product or a collection, in the database as well as in a file. */
export const maxFormerLinks = 1000;
const maxValues = 200;
/**
 * Maximum number of characters of all option values. A value counts each time that the product page contains it, in an
 * option or in a variant.
 */
const maxValuesLength = 20_000;
const tooMuchText =
  "The option values of all variants add up to more than 20,000 characters. Use shorter values or fewer variants.";
/** Limit on a value's characters after normalization, because pages make slugs of values. */
const maxValueLength = 120;

/**
 * Maximum number of characters of the variants' names and slugs. Values within their own limit can exceed this one only
 * through normalization, which can turn a character into several.
 */
const maxLabelsLength = 60_000;
export const tooLongLabelsText =
  "The names and slugs of all variants add up to more than 60,000 characters. Use shorter values or fewer variants.";

/** Whether the names and slugs of a product's variants are too long for one page. */
export function areLabelsTooLong(labels: readonly string[]): boolean {
  return labels.reduce((length, label) => length + label.length, 0) > maxLabelsLength;
}

/** Returns a message if option values are too long for one page, as typed or after normalization, else null. */
export function textProblem(
  options: readonly ProductOption[],
  variants: readonly Readonly<Record<string, string>>[],
): string | null {
  const lengths = new Map<string, number>();
  let length = 0;
  for (const values of [...options.map(allValues), ...variants.map(Object.values<string>)])
    for (const value of values) {
      const own = lengths.getOrInsertComputed(value, lengthOf);
      if (own > Math.max(maxValueLength, value.length))
        return `${beginning(value, 20)}: with ligatures and similar characters spelled out, this option value has more than ${maxValueLength} characters. Use a shorter value.`;
      length += own;
    }
  return length > maxValuesLength ? tooMuchText : null;
}

function allValues({ values }: ProductOption): string[] {
  return values.map(({ value }) => value);
}

function lengthOf(text: string): number {
  return Math.max(text.length, text.normalize("NFKC").length);
}

/** Returns a size or color as URLs contain it: 'Off White' -> off-white. shop.facet_value() does the same in SQL. */
export function facetValue(label: string): string {
  return label
    .trim()
    .toLowerCase()
    .replaceAll(/[\s,/]+/g, "-");
}

/** Turns a name into a link: 'Café Coat, No. 2' -> cafe-coat-no-2; `nameless` if no letter or digit is left. */
export function linkOf(name: string, nameless = "product"): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}|['’]/gu, "")
    .replaceAll(/[^\p{Ll}\p{Lo}\p{N}]+/gu, "-");
  const link = beginning(words, 180).replaceAll(/^-|-$/g, "");
  return link || nameless;
}

/**
 * Plans a product's new variants, and its options with the added values. Each variant needs one value of each option,
 * and no two may have the same values. Throws VALIDATION_FAILED with a path for each error; `pathOf` returns a
 * variant's path.
 */
export function planVariants(
  options: readonly ProductOption[],
  added: readonly VariantInput[],
  currency: string,
  standing: readonly StandingVariant[] = [],
  pathOf: (index: number) => string = (index) => `variants.${index}.`,
): { options: ProductOption[]; variants: PlannedVariant[]; standingPositions: number[] } {
  const errors: ValidationError[] = [];
  const all = joinableOptions(options, added, standing, errors);
  const seen = new Set(standing.map((variant) => keyOf(variant.options, all)));
  const order = all.map(({ name }) => name);
  const known = all.map((option) => ({
    ...option,
    folded: option.name.toLowerCase(),
    spelled: new Map(option.values.map(({ value }) => [value.toLowerCase(), value])),
  }));
  const foldedNames = new Map<string, string>();
  const fold = (name: string) => foldedNames.getOrInsertComputed(name, foldedName);
  const chosen = added.map((variant, i) => {
    const path = pathOf(i);
    const values = chooseValues(variant.options, known, fold, `${path}options`, errors);
    const key = keyOf(values, all);
    if (seen.has(key)) {
      const message = "Another variant has the same options. Choose different values.";
      errors.push({ path: `${path}options`, message });
    }
    seen.add(key);
    return values;
  });
  const problem = textProblem(all, [...standing.map((variant) => variant.options), ...chosen]);
  if (problem !== null) errors.push({ path: "variants", message: problem });
  if (standing.length + added.length > maxVariants)
    errors.push({ path: "variants", message: `Use at most ${maxVariants} variants.` });
  const prices = added.map((variant, i) => planPrices(variant, currency, pathOf(i), errors));
  if (errors.length > 0) throw invalid(errors);

  const names = chosen.map((values) => variantName(values, order));
  // Existing slugs are already in URLs, so they don't change, and new slugs must differ from them.
  const slugs = uniqueSlugs([...standing.map(({ slug }) => slug), ...names]);
  // Not checked if no variant is added: long slugs of existing variants must not block other changes.
  if (added.length > 0) {
    const standingNames = standing.map((variant) => variantName(variant.options, order));
    if (areLabelsTooLong([...standingNames, ...names, ...slugs]))
      throw invalid([{ path: "variants", message: tooLongLabelsText }]);
  }
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

/** Returns the options with only those values that a variant still uses. */
export function optionsInUse(
  options: readonly ProductOption[],
  variants: readonly Readonly<Record<string, string>>[],
): ProductOption[] {
  return options.map(({ name, values }) => {
    const used = new Set(variants.map((variant) => variant[name]));
    return { name, values: values.filter(({ value }) => used.has(value)) };
  });
}

/** Converts a price and the regular price, which must be higher, to minor units. Adds errors for invalid prices. */
export function planPrices(
  { price, regularPrice }: { price: number; regularPrice?: number | null | undefined },
  currency: string,
  path: string,
  errors: ValidationError[],
): { priceMinor: number; regularPriceMinor: number | null } {
  const priceMinor = minorOf(price, currency, `${path}price`, errors);
  const regularPriceMinor =
    regularPrice == null ? null : minorOf(regularPrice, currency, `${path}regularPrice`, errors);
  if (priceMinor !== null && regularPriceMinor !== null && regularPriceMinor <= priceMinor)
    errors.push({
      path: `${path}regularPrice`,
      message: "The regular price must be above the price. Raise it, or leave it out.",
    });
  return { priceMinor: priceMinor ?? 0, regularPriceMinor };
}

export function invalid(errors: readonly ValidationError[]): ApiFailure {
  const [first] = errors;
  return new ApiFailure("VALIDATION_FAILED", `${first?.path}: ${first?.message}`, errors);
}

function minorOf(
  amount: number,
  currency: string,
  path: string,
  errors: ValidationError[],
): number | null {
  const read = readAmount(amount, currency);
  if ("minor" in read) return read.minor;
  errors.push({ path, message: read.problem });
  return null;
}

// Copies the options, because values are added to them later. A new product without options gets those of its first
// variant.
function joinableOptions(
  options: readonly ProductOption[],
  added: readonly VariantInput[],
  standing: readonly StandingVariant[],
  errors: ValidationError[],
): ProductOption[] {
  const named =
    options.length > 0 || standing.length > 0
      ? options
      : Object.keys(added[0]?.options ?? {}).map((name) => ({
          name: name.trim().normalize("NFC"),
          values: [],
        }));
  if (named.length > 3) errors.push({ path: "options", message: "Use at most 3 options." });
  const names = new Set<string>();
  return named.map(({ name, values }, i) => {
    if (name === "") errors.push({ path: "options", message: "Give each option a name." });
    if (names.has(name.toLowerCase()))
      errors.push({
        path: `options.${i}.name`,
        message: "Another option has this name. Choose a different name.",
      });
    names.add(name.toLowerCase());
    const seen = new Set<string>();
    for (const [j, { value }] of values.entries()) {
      if (seen.has(value.toLowerCase()))
        errors.push({
          path: `options.${i}.values.${j}.value`,
          message: "This value is listed twice. List it once.",
        });
      seen.add(value.toLowerCase());
    }
    return { name, values: [...values] };
  });
}

/** An option that values can be added to. `spelled` maps each value in lower case to its spelling. */
type JoinableOption = ProductOption & { folded: string; spelled: Map<string, string> };

function foldedName(name: string): string {
  return name.trim().normalize("NFC").toLowerCase();
}

/**
 * Returns the variant's values as the options spell them; a new value is added to its option. `fold` converts a name
 * for comparison and caches the result, because hundreds of variants have the same names, and converting some scripts
 * is slow.
 */
function chooseValues(
  given: Readonly<Record<string, string>>,
  options: readonly JoinableOption[],
  fold: (name: string) => string,
  path: string,
  errors: ValidationError[],
): Record<string, string> {
  const byName = new Map(
    Object.entries(given).map(([name, value]) => [fold(name), value.trim().normalize("NFC")]),
  );
  const values: [string, string][] = [];
  for (const option of options) {
    const requested = byName.get(option.folded);
    byName.delete(option.folded);
    if (!requested) {
      errors.push({ path, message: `Choose one value of ${option.name}.` });
      continue;
    }
    const known = option.spelled.get(requested.toLowerCase());
    if (known === undefined) {
      option.values.push({ value: requested, swatch: null });
      option.spelled.set(requested.toLowerCase(), requested);
    }
    if (option.values.length > maxValues)
      errors.push({ path, message: `Use at most ${maxValues} values of ${option.name}.` });
    values.push([option.name, known ?? requested]);
  }
  for (const name of byName.keys())
    errors.push({
      path: `${path}.${name}`,
      message: "The product has no such option. Use only its options.",
    });
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
