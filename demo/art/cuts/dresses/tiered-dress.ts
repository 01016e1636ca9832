import { drape, fan, gathers } from "../../folds.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import { type BodyShape, bodyFolds, bodyHalf, both, neckInside, piece } from "../../parts.ts";
import { line, spline, whole } from "../../paths.ts";
import { dressMeasures, hemShadow } from "./dress-parts.ts";
import { wavyHem } from "../bottoms/skirt-parts.ts";

const m = 600;

/** A puff-sleeved dress in three gathered tiers. */
export function tieredDress(bench: Bench): Drawing {
  const tiers: [number, number, number, number][] = [
    [172, 470, 232, 770],
    [236, 766, 290, 1040],
    [296, 1036, 346, 1320],
  ];
  const yoke: BodyShape = {
    neck: 96,
    neckY: 250,
    shoulder: 180,
    shoulderY: 282,
    chest: 190,
    armpitY: 448,
    hem: 174,
    hemY: 486,
    depth: 74,
  };
  const sleeves = both(() => {
    const d = spline([
      [m + 140, 270, 0],
      [m + 184, 268],
      [m + 260, 300],
      [m + 318, 410],
      [m + 322, 486, 0],
      [m + 222, 520, 0],
      [m + 190, 450, 0],
      [m + 150, 380, 0],
    ]);
    return [
      piece(d, {
        grain: -26,
        shade: -0.03,
        folds: [
          ...fan(bench.random, [m + 186, 292], [0, 80], [60, 140], 6, 0.55),
          ...fan(bench.random, [m + 272, 506], [-150, -60], [50, 110], 6, 0.5),
        ],
      }),
      piece(
        spline([
          [m + 318, 478, 0],
          [m + 322, 512, 0],
          [m + 232, 548, 0],
          [m + 222, 514, 0],
        ]),
        { roll: 12, lift: 3, grain: -20 },
      ),
    ];
  });
  const tier = ([a, y, b, z]: [number, number, number, number], last: boolean): Item =>
    piece(
      spline([
        [m - a, y, 0],
        [m, y + 12],
        [m + a, y, 0],
        [m + (a + b) / 2 + 14, (y + z) / 2],
        ...wavyHem(bench.random, m - b, m + b, z, 16, last ? 7 : 6),
        [m - (a + b) / 2 - 14, (y + z) / 2],
      ]),
      {
        lift: 4,
        roll: 18,
        folds: [
          ...gathers(bench.random, [m - a + 10, y + 12], [m + a - 10, y + 12], 120, 16, 0.75),
          ...drape(
            bench.random,
            [
              [m - a + 10, y + 30],
              [m + a - 10, y + 30],
            ],
            [
              [m - b + 14, z + 10],
              [m + b - 14, z + 10],
            ],
            7,
            0.42,
            20,
          ),
        ],
      },
    );
  const skirt = (): Item[] => tiers.toReversed().map((one, i) => tier(one, i === 0));
  const seams = (): Item[] =>
    tiers.slice(1).map(([a, y]) => ({
      kind: "stitch",
      d: line([m - a + 8, y - 8], [m, y + 8], [m + a - 8, y - 8]),
    }));
  const top = (depth: number): Item =>
    piece(whole(bodyHalf({ ...yoke, depth })), {
      lift: 4,
      folds: bodyFolds(bench, { ...yoke, hemY: 640 }, 0.4),
    });
  return {
    front: [
      ...sleeves,
      ...neckInside(94, 250, 14, 80),
      hemShadow(346, 1320, 18),
      ...skirt(),
      ...seams(),
      top(74),
      { kind: "stitch", d: line([m - 170, 476], [m, 484], [m + 170, 476]) },
      {
        kind: "stitch",
        d: line([m - 88, 266], [m - 50, 316], [m, 336], [m + 50, 316], [m + 88, 266]),
      },
      { kind: "seam", d: line([m, 326, 0], [m, 490, 0]) },
      ...[350, 396, 442].map((y): Item => ({
        kind: "button",
        at: [m + 9, y],
        radius: 8,
        holes: 2,
      })),
    ],
    back: [...sleeves, hemShadow(346, 1320, 18), ...skirt(), ...seams(), top(14)],
    measures: {
      ...dressMeasures({
        shoulderX: 180,
        top: 256,
        bust: 192,
        bustY: 462,
        waist: 176,
        waistY: 560,
        hem: 346,
        bottom: 1326,
      }),
      length: [
        [m - 390, 250],
        [m - 390, 1326],
      ],
      sleeve: [
        [m + 200, 262],
        [m + 344, 500],
      ],
    },
    grainLine: [
      [m, 560],
      [m, 740],
    ],
    center: [600, 785],
    scale: 1.08,
  };
}
