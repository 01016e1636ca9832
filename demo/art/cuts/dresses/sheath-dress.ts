import { fan, pleat } from "../../folds.ts";
import type { Bench, Drawing, Fold, Item } from "../../model.ts";
import { both, neckLabel, piece, seam } from "../../parts.ts";
import { type Point, line, spline, whole } from "../../paths.ts";
import { dressMeasures } from "./dress-parts.ts";

const m = 600;

/** A sleeveless dress shaped with princess seams. */
export function sheathDress(bench: Bench): Drawing {
  const bottom = 1290;
  const half = (depth: number): Point[] => [
    [m, 268 + depth],
    [m + 64, 258 + depth * 0.9],
    [m + 108, 244 + depth * 0.3],
    [m + 120, 232, 0],
    [m + 190, 252, 0],
    [m + 172, 350],
    [m + 190, 430],
    [m + 212, 476, 0],
    [m + 200, 560],
    [m + 168, 676],
    [m + 196, 820],
    [m + 222, 940],
    [m + 212, 1120],
    [m + 198, bottom, 0],
    [m, bottom + 6],
  ];
  const folds = (): Fold[] => [
    ...fan(bench.random, [m - 166, 680], [-38, 38], [90, 190], 4, 0.4),
    ...fan(bench.random, [m + 166, 680], [142, 218], [90, 190], 4, 0.4),
    ...fan(bench.random, [m + 206, 486], [115, 175], [80, 160], 3, 0.35),
    ...fan(bench.random, [m - 206, 486], [5, 65], [80, 160], 3, 0.35),
    ...pleat([m + 80, 960], [m + 96, bottom], { from: 8, to: 50, height: 0.3 }),
    ...pleat([m - 110, 930], [m - 96, bottom], { from: 8, to: 46, height: 0.3 }),
  ];
  const darts = (): Item[] =>
    both(() => [
      seam([m + 172, 350], [m + 120, 470], [m + 96, 680], [m + 112, 900], [m + 106, bottom, 0]),
    ]);
  const facing = (): Item[] =>
    both(() => [
      {
        kind: "edge",
        d: line([m + 184, 256, 0], [m + 164, 350], [m + 184, 436], [m + 206, 480, 0]),
        width: 1.6,
      },
    ]);
  return {
    front: [
      piece(
        whole([
          [m, 286],
          [m + 70, 276],
          [m + 120, 230, 0],
          [m + 188, 252, 0],
          [m + 150, 380, 0],
          [m, 400],
        ]),
        { fill: "inside" },
      ),
      ...neckLabel(300),
      {
        kind: "shade",
        d: spline([
          [m - 110, 330],
          [m, 366],
          [m + 110, 330],
          [m, 400],
        ]),
        opacity: 0.5,
        blur: 10,
      },
      piece(whole(half(96)), { folds: folds(), lift: 3 }),
      ...darts(),
      ...facing(),
      { kind: "seam", d: line([m - 170, 678], [m, 688], [m + 170, 678]) },
    ],
    back: [
      piece(whole(half(20)), { folds: folds() }),
      ...darts(),
      { kind: "seam", d: line([m, 290, 0], [m, bottom - 220, 0]) },
      { kind: "seam", d: line([m - 170, 678], [m, 688], [m + 170, 678]) },
      piece(
        spline([
          [m, bottom - 230, 0],
          [m + 26, bottom - 224, 0],
          [m + 30, bottom + 5, 0],
          [m + 8, bottom + 6, 0],
        ]),
        { fill: "inside", rise: 0.1 },
      ),
      {
        kind: "trim",
        d: `M${m - 5} 296L${m + 5} 296L${m + 4} 324L${m - 4} 324Z`,
        fill: "#b9bec6",
        stroke: "#6b717b",
        width: 1.5,
      },
    ],
    measures: dressMeasures({
      shoulderX: 190,
      top: 234,
      bust: 210,
      bustY: 490,
      waist: 168,
      waistY: 680,
      hem: 200,
      bottom,
    }),
    grainLine: [
      [m + 26, 760],
      [m + 26, 1160],
    ],
    center: [600, 760],
    scale: 1.14,
  };
}
