import { leatherGoods } from "./tordo/leather-goods.ts";
import { shoes } from "./tordo/shoes.ts";
import { woollens } from "./tordo/woollens.ts";
import type { DemoProduct, Tone } from "./types.ts";

/** All products of Tordo, the workshop in Lisbon. */
export const products: DemoProduct[] = [...leatherGoods, ...woollens, ...shoes];

/** Tordo's own paper colors, by the names that the theme has for them. */
export const paper: Record<Tone, string> = {
  sand: "#e2c7a1",
  blush: "#efc6b0",
  fog: "#cddcd3",
  oat: "#efe4c9",
  slate: "#a7c2b5",
  butter: "#f1d78f",
};
