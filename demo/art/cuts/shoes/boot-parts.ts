import { brightness, dark } from "../../color.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import { flipped } from "../../parts.ts";
import { measuresAside, pairAside } from "./shoe-parts.ts";

type Hex = `#${string}`;

/** A sole color that suits the upper. */
export function soleOf(bench: Bench): Hex {
  if (bench.cloth === "suede") return "#c9a878";
  return (brightness(bench.color) < 0.22 ? "#2a211c" : dark("#5c3d26", 0.1)) as Hex;
}

/**
 * A pair lying on its side. `sole` is [left, right] and `heel` [top, bottom] of one boot. `by` is the offset of the far
 * boot.
 */
export function aside(
  one: (bench: Bench) => Item[],
  bench: Bench,
  sole: readonly [number, number],
  heel: readonly [number, number],
  by: readonly [number, number],
  scale: number,
): Drawing {
  return {
    front: pairAside(one, bench, by, scale),
    back: flipped(pairAside(one, bench, by, scale)),
    measures: measuresAside(sole, heel, 980, by, scale),
    center: [600, 750],
  };
}
