import { optionOfKind } from "@vetrina/commerce/option-kind";
import type { Product } from "@vetrina/contract/products";

/** The names of the options that are the color and the size; null where there is none. */
export type OptionKinds = { color: string | null; size: string | null };

/** For the page's data: the names of options in every language are too much code for the browser. */
export function optionKinds(options: Product["options"]): OptionKinds {
  return {
    color: optionOfKind(options, "color")?.name ?? null,
    size: optionOfKind(options, "size")?.name ?? null,
  };
}
