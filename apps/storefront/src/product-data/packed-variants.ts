import { variantName, variantSlug } from "@vetrina/commerce/variants";
import type { PageProduct, PageVariant } from "./page-data.ts";

/**
 * A variant in the page's data, without field names, because a product has up to 500. Values are positions in their
 * options, -1 if the option has no such value. A slug is null if it follows from the values.
 */
export type PackedVariant = [
  id: string,
  slug: string | null,
  sku: string | null,
  price: number,
  regularPrice: number | null,
  lowestPrice: number | null,
  stock: number,
  maxQuantity: number,
  backorderDate: string | null,
  values: number[],
];
export type PackedProduct = Omit<PageProduct, "variants"> & { variants: PackedVariant[] };

/** Variants for search engines, which alone read an SKU. */
export const maxListedVariants = 100;

export function packVariants(
  variants: readonly PageVariant[],
  options: PageProduct["options"],
): PackedVariant[] {
  const places = options.map(({ values }) => new Map(values.map(({ value }, i) => [value, i])));
  return variants.map((variant, index) => [
    variant.id,
    variant.slug === variantSlug(variant.name) ? null : variant.slug,
    index < maxListedVariants ? variant.sku : null,
    variant.price,
    variant.regularPrice,
    variant.lowestPrice,
    variant.stock,
    variant.maxQuantity,
    variant.backorderDate,
    options.map(({ name }, i) => places[i]?.get(variant.options[name] ?? "") ?? -1),
  ]);
}

export function unpackProduct({ variants, ...product }: PackedProduct): PageProduct {
  const { options } = product;
  const order = options.map(({ name }) => name);
  return { ...product, variants: variants.map(unpack) };

  function unpack(packed: PackedVariant): PageVariant {
    const [id, slug, sku, price, regularPrice, lowestPrice, stock, maxQuantity, date, values] =
      packed;
    const chosen = Object.fromEntries(
      options.flatMap(({ name, values: known }, i) => {
        const value = known[values[i] ?? -1]?.value;
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
    const name = variantName(chosen, order);
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
      backorderDate: date,
      options: chosen,
    };
  }
}
