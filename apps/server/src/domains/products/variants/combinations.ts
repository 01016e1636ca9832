import { beginning } from "@vetrina/contract/common";
import type {
  VariantDefaults,
  OptionsInput,
  VariantInput,
} from "@vetrina/contract/catalogue/product-inputs";
import type { ProductOption } from "@vetrina/contract/catalogue/products";
import { variantSlug } from "@vetrina/commerce/products/variants";
import type { z } from "zod";
import { invalid, maxVariants } from "../rules.ts";

type Values = Readonly<Record<string, string>>;

/**
 * Returns the variants sent for a new product, or one for each combination of option values. Throws VALIDATION_FAILED
 * if both variants and variantDefaults are sent, or neither.
 */
export function chosenVariants(
  options: readonly ProductOption[],
  body: { variants?: VariantInput[] | undefined; variantDefaults?: VariantDefaults | undefined },
): VariantInput[] {
  const { variants, variantDefaults } = body;
  if ((variants === undefined) === (variantDefaults === undefined))
    throw invalid([{ path: "variants", message: "Send either variants or variantDefaults." }]);
  return variants ?? missingVariants(options, [], variantDefaults ?? { price: 0, stock: 0 });
}

/**
 * Returns a variant for each combination of option values that isn't in `standing`, in the options' order; without
 * options, a single variant. Throws VALIDATION_FAILED for more variants than a product may have.
 */
export function missingVariants(
  options: readonly ProductOption[],
  standing: readonly Values[],
  { sku, ...rest }: VariantDefaults,
): VariantInput[] {
  const all = options.reduce((product, { values }) => product * values.length, 1);
  if (all > maxVariants)
    throw invalid([
      {
        path: "options",
        message: `These options make ${all} variants, but a product can have at most ${maxVariants}. Remove some values.`,
      },
    ]);
  const names = options.map(({ name }) => name);
  const keyOf = (values: Values) => JSON.stringify(names.map((name) => values[name]));
  const there = new Set(standing.map(keyOf));
  return combine(options)
    .filter((values) => !there.has(keyOf(values)))
    .map((values) =>
      Object.assign({ options: values, sku: sku ? skuOf(sku, values, names) : null }, rest),
    );
}

/** Counts the variants' rows, and estimates the bytes of their options, names and slugs. */
export function sizeOfVariants(variants: readonly Pick<VariantInput, "options">[]): {
  rows: number;
  bytes: number;
} {
  const options = variants.reduce(
    (sum, variant) => sum + Buffer.byteLength(JSON.stringify(variant.options)),
    0,
  );
  return { rows: variants.length, bytes: 3 * options };
}

/** Returns the options with the added values. Option names are matched ignoring case. */
export function joinOptions(
  options: readonly ProductOption[],
  added: z.output<typeof OptionsInput>,
): ProductOption[] {
  const names = new Set(options.map(({ name }) => name.toLowerCase()));
  const unknown = added.find(({ name }) => !names.has(name.toLowerCase()));
  if (unknown !== undefined)
    throw invalid([
      {
        path: "options",
        message: `The product has no option ${unknown.name}. Use only its options.`,
      },
    ]);
  return options.map(({ name, values }) => {
    const folded = name.toLowerCase();
    const more = added.filter((one) => one.name.toLowerCase() === folded);
    const known = new Set(values.map(({ value }) => value.toLowerCase()));
    const fresh = more
      .flatMap((one) => one.values)
      .filter(({ value }) => !known.has(value.toLowerCase()));
    return {
      name,
      values: [
        ...values,
        ...fresh.map(({ value, swatch }) => ({ value, swatch: swatch?.toLowerCase() ?? null })),
      ],
    };
  });
}

function combine(options: readonly ProductOption[]): Record<string, string>[] {
  return options.reduce<Record<string, string>[]>(
    (made, { name, values }) =>
      made.flatMap((one) => values.map(({ value }) => ({ ...one, [name]: value }))),
    [{}],
  );
}

// Returns a SKU such as COAT-NAVY-M, shortened if necessary so that it fits the column.
function skuOf(stem: string, values: Values, names: readonly string[]): string {
  const parts = names.map((name) => variantSlug(values[name] ?? "").toUpperCase());
  return beginning([stem, ...parts].filter(Boolean).join("-"), 120);
}
