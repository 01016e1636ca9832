import { fan, pleat } from "../../folds.ts";
import type { Bench, Drawing, Fold, Item } from "../../model.ts";
import { both, piece, stitch } from "../../parts.ts";
import { type Point, line, spline, whole } from "../../paths.ts";
import { skirtMeasures } from "./skirt-parts.ts";
import { waistInside, waistband } from "./trouser-parts.ts";

const m = 600;

/** A narrow skirt with darts and a vent at the back. */
export function pencilSkirt(bench: Bench): Drawing {
  const [top, bottom, waist, hip, hem] = [320, 1230, 170, 232, 206];
  const half: Point[] = [
    [m, top + 12],
    [m + waist, top, 0],
    [m + waist + 40, top + 110],
    [m + hip, top + 300],
    [m + hip - 2, top + 460],
    [m + hem, bottom, 0],
    [m, bottom + 6],
  ];
  const body = (extra: Fold[]): Item =>
    piece(whole(half), {
      folds: [
        ...fan(bench.random, [m - hip + 10, top + 320], [-24, 24], [120, 240], 4, 0.4),
        ...fan(bench.random, [m + hip - 10, top + 330], [156, 204], [120, 240], 4, 0.4),
        ...pleat([m + 90, top + 480], [m + 96, bottom], { from: 8, to: 50, height: 0.3 }),
        ...pleat([m - 120, top + 500], [m - 104, bottom], { from: 8, to: 44, height: 0.3 }),
        ...extra,
      ],
      roll: 26,
    });
  const darts = both(() => [
    { kind: "seam", d: line([m + 92, top + 50, 0], [m + 96, top + 190, 0]) } as const,
    stitch([m + 6 - 6 + hem - 8, bottom - 26, 0], [m, bottom - 20]),
  ]);
  const vent: Item[] = [
    { kind: "seam", d: line([m, top + 50, 0], [m, bottom - 250, 0]) },
    piece(
      spline([
        [m - 10, bottom - 250, 0],
        [m + 40, bottom - 250, 0],
        [m + 40, bottom + 2, 0],
        [m - 3, bottom + 8, 0],
      ]),
      { fill: "inside", shade: 0.1 },
    ),
    piece(
      spline([
        [m - 60, bottom - 268, 0],
        [m, bottom - 268, 0],
        [m + 14, bottom + 10, 0],
        [m - 60, bottom + 5, 0],
      ]),
      { lift: 7, soft: true, roll: 12, rise: 0.1 },
    ),
    { kind: "edge", d: line([m, bottom - 262, 0], [m + 14, bottom + 8, 0]) },
    stitch([m - 4, bottom - 250, 0], [m + 38, bottom - 272, 0]),
  ];
  const zip: Item = {
    kind: "trim",
    d: `M${m - 5} ${top + 14}L${m + 5} ${top + 14}L${m + 4} ${top + 42}L${m - 4} ${top + 42}Z`,
    fill: "#b9bec6",
    stroke: "#6b717b",
    width: 1.5,
  };
  return {
    front: [...waistInside(waist, top), body([]), ...darts, ...waistband(waist, top, 52, [])],
    back: [body([]), ...darts, ...vent, ...waistband(waist, top, 52, []), zip],
    measures: skirtMeasures(waist, top, hip, top + 310, hem, bottom),
    grainLine: [
      [m + 30, 640],
      [m + 30, 1080],
    ],
    scale: 1.1,
    center: [600, 780],
  };
}
