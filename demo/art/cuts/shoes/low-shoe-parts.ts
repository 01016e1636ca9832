import { brightness, dark, lite } from "../../color.ts";
import { fold } from "../../folds.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import { piece } from "../../parts.ts";
import { disc, line, spline } from "../../paths.ts";
import { measuresAbove, pairAbove, soleOutline } from "./shoe-parts.ts";

const m = 600;
type Hex = `#${string}`;

/** The drawing of a pair seen from above, made from the right shoe. */
export function above(
  right: (bench: Bench, side: "front" | "back") => Item[],
  bench: Bench,
  scale = 1.16,
): Drawing {
  return {
    front: pairAbove((b) => right(b, "front"), bench),
    back: soles(bench, right),
    measures: measuresAbove,
    center: [600, 750],
    scale,
  };
}

/** The back picture of shoes seen from above: one shoe upright, the other turned over to show its sole. */
function soles(bench: Bench, right: (bench: Bench, side: "front" | "back") => Item[]): Item[] {
  const upper = right(bench, "back");
  const sole = soleColor(bench);
  const under: Item[] = [
    piece(spline(soleOutline(0, 4)), { fill: sole, roll: 18, rise: 0.4, lift: 4 }),
    piece(spline(soleOutline(0, -16)), {
      fill: lite(sole, 0.1) as Hex,
      roll: 10,
      rise: 0.3,
      soft: true,
      folds: [fold([m - 20, 420], [m + 10, 760], { from: 80, to: 60, height: 0.3 })],
    }),
    ...[-60, -30, 0, 30, 60, 90, 120].map((dy): Item => ({
      kind: "seam",
      d: line([m - 92, 520 + dy], [m, 508 + dy], [m + 108, 524 + dy]),
      width: 2,
      color: dark(sole, 0.34),
    })),
    piece(
      spline([
        [m - 98, 940, 0],
        [m, 920],
        [m + 98, 940, 0],
        [m + 104, 1040],
        [m + 68, 1130],
        [m, 1156],
        [m - 70, 1130],
        [m - 104, 1040],
      ]),
      { fill: dark(sole, 0.22) as Hex, roll: 14, rise: 0.4, lift: 5 },
    ),
    ...[
      [-60, 1020],
      [60, 1020],
      [-40, 1096],
      [40, 1096],
      [0, 980],
    ].map(([dx = 0, y = 0]): Item => ({
      kind: "trim",
      d: disc(m + dx, y, 5),
      fill: "#d8b873",
      paintOnly: true,
    })),
    { kind: "edge", d: line([m - 34, 830, 0], [m + 34, 830, 0]), width: 6, color: dark(sole, 0.4) },
    { kind: "edge", d: line([m - 20, 848, 0], [m + 20, 848, 0]), width: 3, color: dark(sole, 0.4) },
  ];
  const shift = (items: Item[], first: boolean): Item[] =>
    pairAbove(() => items, { ...bench, chance: () => 0 }).slice(
      first ? 0 : items.length,
      first ? items.length : undefined,
    );
  return [...shift(under, true), ...shift(upper, false)];
}

/** A leather sole color that suits the upper. */
export function soleColor(bench: Bench): Hex {
  return brightness(bench.color) > 0.6
    ? "#c9a26e"
    : brightness(bench.color) < 0.2
      ? "#3a2c24"
      : "#7b4f2e";
}

/**
 * Rows of laces with their eyelets. The first row is at `top`, and each further one is `step` lower; `half` is half the
 * width of the first row.
 */
export function laces(
  top: number,
  rows: number,
  step: number,
  half: number,
  color: string,
): Item[] {
  return Array.from({ length: rows }, (_, i): Item[] => {
    const y = top + i * step;
    const wide = half + i * 3;
    return [
      ...[-1, 1].flatMap((s): Item[] => [
        { kind: "trim", d: disc(m + s * wide, y, 7), fill: "#2b2723" },
        {
          kind: "trim",
          d: disc(m + s * wide, y, 7),
          stroke: "#9c9486",
          width: 2,
          paintOnly: true,
        },
      ]),
      {
        kind: "trim",
        d: line([m - wide, y + 4], [m, y - 7], [m + wide, y + 4]),
        stroke: "#0b0d12",
        width: 13,
        opacity: 0.35,
        paintOnly: true,
      },
      {
        kind: "trim",
        d: line([m - wide, y], [m, y - 10], [m + wide, y]),
        stroke: dark(color, 0.3),
        width: 12,
        paintOnly: true,
      },
      {
        kind: "trim",
        d: line([m - wide, y], [m, y - 10], [m + wide, y]),
        stroke: color,
        width: 9,
      },
    ];
  }).flat();
}

/** The bow of a tied lace. */
export function bowOf(y: number, color: string): Item[] {
  const under = dark(color, 0.32);
  const one = (d: string): Item[] => [
    { kind: "trim", d, stroke: under, width: 12, paintOnly: true },
    { kind: "trim", d, stroke: color, width: 8.5 },
  ];
  return [
    ...one(line([m, y], [m + 50, y - 34], [m + 92, y - 6], [m + 56, y + 18], [m, y])),
    ...one(line([m, y], [m - 50, y - 30], [m - 90, y + 4], [m - 52, y + 22], [m, y])),
    ...one(line([m + 2, y], [m + 40, y + 50], [m + 54, y + 104])),
    ...one(line([m - 2, y], [m - 36, y + 56], [m - 30, y + 112])),
    { kind: "trim", d: disc(m, y, 10), fill: color, stroke: under, width: 2.5 },
  ];
}
