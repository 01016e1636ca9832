import { optionOfKind } from "@vetrina/commerce/products/option-kind";
import type { Product } from "@vetrina/contract/catalogue/products";

/** The names of the color option and the size option; null for an option that the product doesn't have. */
export type OptionKinds = { color: string | null; size: string | null };

/**
 * Finds a product's color option and size option. Runs on the server, because recognizing option names in all languages
 * takes too much code for the browser.
 */
export function optionKinds(options: Product["options"]): OptionKinds {
  return {
    color: optionOfKind(options, "color")?.name ?? null,
    size: optionOfKind(options, "size")?.name ?? null,
  };
}
