import { accessories } from "./sorvela/accessories.ts";
import { bottoms } from "./sorvela/bottoms.ts";
import { dresses } from "./sorvela/dresses.ts";
import { outerwear } from "./sorvela/outerwear.ts";
import { shoes } from "./sorvela/shoes.ts";
import { tops } from "./sorvela/tops.ts";
import type { DemoProduct } from "./types.ts";

/** All products of Sorvela, in catalogue order. */
export const products: DemoProduct[] = [
  ...dresses,
  ...tops,
  ...bottoms,
  ...outerwear,
  ...accessories,
  ...shoes,
];
