import { fan, fold, pleat } from "../../folds.ts";
import type { Bench, Drawing, Fold, Item } from "../../model.ts";
import { band, both, piece } from "../../parts.ts";
import { type Point, spline, whole } from "../../paths.ts";
import { dressMeasures } from "./dress-parts.ts";

const m = 600;

/** A close-fitting ribbed dress to the knee. */
export function knitDress(bench: Bench): Drawing {
  const bottom = 1330;
  const half = (depth: number): Point[] => [
    [m, 262 + depth],
    [m + 60, 256 + depth * 0.86],
    [m + 90, 246 + depth * 0.3],
    [m + 98, 232, 0],
    [m + 186, 262, 0],
    [m + 178, 360],
    [m + 198, 450, 0],
    [m + 186, 560],
    [m + 168, 660],
    [m + 196, 800],
    [m + 218, 930],
    [m + 214, 1150],
    [m + 200, bottom, 0],
    [m, bottom + 8],
  ];
  const folds = (): Fold[] => [
    ...fan(bench.random, [m - 164, 660], [-30, 40], [80, 200], 4, 0.4),
    ...fan(bench.random, [m + 164, 660], [140, 214], [80, 200], 4, 0.4),
    ...pleat([m + 60, 900], [m + 90, bottom], { from: 6, to: 60, height: 0.3, bend: -16 }),
    ...pleat([m - 120, 860], [m - 90, bottom], { from: 6, to: 54, height: 0.3, bend: 14 }),
    ...fan(bench.random, [m + 190, 460], [112, 170], [80, 180], 3, 0.4),
    ...fan(bench.random, [m - 190, 460], [10, 68], [80, 180], 3, 0.4),
  ];
  const sleeves = both(() => {
    const d = spline([
      [m + 150, 250, 0],
      [m + 186, 262],
      [m + 232, 330],
      [m + 286, 560],
      [m + 332, 836, 0],
      [m + 244, 858, 0],
      [m + 222, 640],
      [m + 196, 452, 0],
      [m + 150, 380, 0],
    ]);
    return [
      piece(d, {
        grain: -12,
        shade: -0.04,
        folds: [
          ...fan(bench.random, [m + 216, 640], [-60, 40], [50, 110], 4, 0.4),
          fold([m + 220, 330], [m + 310, 800], { from: 26, to: 20, height: 0.3, bend: -14 }),
        ],
      }),
      piece(
        spline([
          [m + 330, 830, 0],
          [m + 345, 930, 0],
          [m + 300, 946],
          [m + 256, 950, 0],
          [m + 243, 852, 0],
          [m + 290, 846],
        ]),
        { surface: "ribbed", grain: -12, shade: -0.07, roll: 12, plain: true },
      ),
    ];
  });
  const neck = (): Item =>
    piece(
      whole([
        [m, 246],
        [m + 54, 240],
        [m + 84, 208],
        [m + 108, 226],
        [m + 100, 262],
        [m + 66, 300],
        [m, 312],
      ]),
      { surface: "ribbed", shade: -0.05, lift: 6, roll: 20, rise: 0.45, plain: true },
    );
  const hem = (): Item =>
    band(206, bottom - 60, 198, bottom + 14, 6, { surface: "ribbed", shade: -0.06 });
  return {
    front: [
      ...sleeves,
      piece(
        whole([
          [m, 222],
          [m + 50, 216],
          [m + 84, 208, 0],
          [m + 60, 260],
          [m, 276],
        ]),
        { fill: "inside", surface: "ribbed" },
      ),
      piece(whole(half(40)), { folds: folds(), lift: 3 }),
      hem(),
      neck(),
    ],
    back: [
      ...sleeves,
      piece(whole(half(8)), { folds: folds() }),
      hem(),
      piece(
        whole([
          [m, 206],
          [m + 54, 204],
          [m + 86, 206],
          [m + 108, 230],
          [m + 96, 262],
          [m, 280],
        ]),
        { surface: "ribbed", shade: -0.05, lift: 6, roll: 20, rise: 0.45, plain: true },
      ),
    ],
    measures: {
      ...dressMeasures({
        shoulderX: 186,
        top: 232,
        bust: 196,
        bustY: 464,
        waist: 168,
        waistY: 664,
        hem: 200,
        bottom: bottom + 14,
      }),
      length: [
        [m - 260, 220],
        [m - 260, bottom + 14],
      ],
      sleeve: [
        [m + 214, 254],
        [m + 376, 930],
      ],
    },
    center: [600, 770],
    scale: 1.1,
  };
}
