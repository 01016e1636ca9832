import { variantName, variantSlug } from "@vetrina/commerce/products/variants";
import type { PageProduct, PageVariant } from "./page-product.ts";

type Options = PageProduct["options"];

/**
 * A variant in the page's data. A product has up to 500 variants, so field names and nulls at the end are left out.
 * Each of `values` is an index into its option's values; -1 if the option doesn't have the value.
 */
export type PackedVariant = [
  id: string,
  price: number,
  stock: number,
  values: number[],
  sku?: string | null,
  regularPrice?: number | null,
  /** null if it equals `stock`. */
  maxQuantity?: number | null,
  /** null if it can be derived from the values. */
  slug?: string | null,
  lowestPrice?: number | null,
  backorderDate?: string | null,
];

/** Maximum number of variants whose SKUs are included. Only search engines read the SKUs. */
export const maxListedVariants = 100;

export function packVariants(variants: readonly PageVariant[], options: Options): PackedVariant[] {
  const places = options.map(({ values }) => new Map(values.map(({ value }, i) => [value, i])));
  return variants.map((variant, index) => {
    const packed: PackedVariant = [
      variant.id,
      variant.price,
      variant.stock,
      options.map(({ name }, i) => places[i]?.get(variant.options[name] ?? "") ?? -1),
      index < maxListedVariants ? variant.sku : null,
      variant.regularPrice,
      variant.maxQuantity === variant.stock ? null : variant.maxQuantity,
      variant.slug === variantSlug(variant.name) ? null : variant.slug,
      variant.lowestPrice,
      variant.backorderDate,
    ];
    while (packed.at(-1) === null) packed.pop();
    return packed;
  });
}

export function unpackVariants(variants: readonly PackedVariant[], options: Options) {
  const order = options.map(({ name }) => name);
  return variants.map((packed): PageVariant => {
    const [id, price, stock, values, sku = null, regularPrice = null, max = null, ...rest] = packed;
    const [slug = null, lowestPrice = null, backorderDate = null] = rest;
    const chosen = Object.fromEntries(
      options.flatMap(({ name, values: known }, i) => {
        const value = known[values[i] ?? -1]?.value;
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
    const name = variantName(chosen, order);
    const maxQuantity = max ?? stock;
    return {
      id,
      name,
      slug: slug ?? variantSlug(name),
      sku,
      price,
      regularPrice,
      lowestPrice,
      stock,
      maxQuantity,
      available: maxQuantity > 0,
      backorderDate,
      options: chosen,
    };
  });
}
