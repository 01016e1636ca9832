import { optionOfKind } from "@vetrina/commerce/products/option-kind";
import type { Product } from "@vetrina/contract/catalogue/products";

/** The names of the color and size options; null if there is none. */
export type OptionKinds = { color: string | null; size: string | null };

/** Computed for the page's data, because option names in all languages are too much code for the browser. */
export function optionKinds(options: Product["options"]): OptionKinds {
  return {
    color: optionOfKind(options, "color")?.name ?? null,
    size: optionOfKind(options, "size")?.name ?? null,
  };
}
