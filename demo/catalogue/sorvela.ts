import { accessories } from "./sorvela/accessories.ts";
import { bottoms } from "./sorvela/bottoms.ts";
import { dresses } from "./sorvela/dresses.ts";
import { outerwear } from "./sorvela/outerwear.ts";
import { shoes } from "./sorvela/shoes.ts";
import { tops } from "./sorvela/tops.ts";
import type { DemoProduct } from "./types.ts";

/** Everything Sorvela sells, in the order of its cutting table. */
export const products: DemoProduct[] = [
  ...dresses,
  ...tops,
  ...bottoms,
  ...outerwear,
  ...accessories,
  ...shoes,
];
