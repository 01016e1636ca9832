import type { Bench, Drawing, Item } from "../../model.ts";
import { type BodyShape, bodyFolds, both, piece, stitch } from "../../parts.ts";
import { type Point, spline, whole } from "../../paths.ts";

const m = 600;
const ribbed = { surface: "ribbed", shade: -0.07, plain: true } as const;

/** A ribbed tank top with bound edges. */
export function tank(bench: Bench): Drawing {
  const half = (depth: number): Point[] => [
    [m, 316 + depth],
    [m + 74, 300 + depth * 0.86],
    [m + 104, 316 + depth * 0.3],
    [m + 110, 300, 0],
    [m + 162, 312, 0],
    [m + 160, 440],
    [m + 184, 540],
    [m + 226, 600, 0],
    [m + 218, 860],
    [m + 228, 1180, 0],
    [m, 1188],
  ];
  const shape: BodyShape = {
    neck: 110,
    neckY: 300,
    shoulder: 162,
    shoulderY: 312,
    chest: 226,
    armpitY: 600,
    hem: 228,
    hemY: 1180,
    depth: 170,
  };
  const binding = (depth: number): Item[] => [
    piece(
      whole([
        [m, 312 + depth],
        [m + 74, 296 + depth * 0.86],
        [m + 103, 312 + depth * 0.3],
        [m + 108, 296, 0],
        [m + 126, 300, 0],
        [m + 120, 322 + depth * 0.32],
        [m + 84, 312 + depth * 0.9],
        [m, 332 + depth],
      ]),
      { ...ribbed, roll: 8, lift: 2 },
    ),
    ...both(() => [
      piece(
        spline([
          [m + 148, 308, 0],
          [m + 165, 311, 0],
          [m + 164, 440],
          [m + 188, 536],
          [m + 230, 598, 0],
          [m + 224, 618, 0],
          [m + 172, 546],
          [m + 146, 440],
        ]),
        { ...ribbed, roll: 8, lift: 2 },
      ),
    ]),
  ];
  const hem = (): Item[] => [stitch([m - 226, 1158], [m, 1166], [m + 226, 1158])];
  return {
    front: [
      piece(
        whole([
          [m, 336],
          [m + 90, 326],
          [m + 112, 298, 0],
          [m + 160, 310, 0],
          [m + 150, 470],
          [m + 220, 606, 0],
          [m, 640],
        ]),
        { fill: "inside" },
      ),
      {
        kind: "shade",
        d: spline([
          [m - 120, 430],
          [m, 470],
          [m + 120, 430],
          [m + 60, 520],
          [m - 60, 520],
        ]),
        opacity: 0.4,
        blur: 14,
      },
      piece(whole(half(170)), { folds: bodyFolds(bench, shape, 1), lift: 4 }),
      ...hem(),
      ...binding(170),
    ],
    back: [piece(whole(half(60)), { folds: bodyFolds(bench, shape, 1) }), ...hem(), ...binding(60)],
    measures: {
      length: [
        [m + 136, 300],
        [m + 136, 1186],
      ],
      chest: [
        [m - 226, 610],
        [m + 226, 610],
      ],
      hem: [
        [m - 228, 1180],
        [m + 228, 1180],
      ],
      shoulder: [
        [m - 162, 312],
        [m + 162, 312],
      ],
    },
    center: [600, 745],
    scale: 1.22,
  };
}
