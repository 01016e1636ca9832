import { drape, fold } from "../../folds.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import { piece } from "../../parts.ts";
import { type Point, line, spline, whole } from "../../paths.ts";
import { skirtMeasures, wavyHem } from "./skirt-parts.ts";
import { waistInside } from "./trouser-parts.ts";

const m = 600;

/** A bias-cut skirt that falls in soft folds. */
export function satinSkirt(bench: Bench): Drawing {
  const [top, bottom, waist, hem] = [300, 1230, 164, 322];
  const body = (): Item => {
    const side = (sign: 1 | -1): Point[] => [
      [m + sign * waist, top + 6, 0],
      [m + sign * (waist + 48), top + 170],
      [m + sign * (waist + 66), top + 330],
      [m + sign * (hem - 54), bottom - 300],
    ];
    return piece(
      spline([
        [m, top + 12],
        ...side(1),
        ...wavyHem(bench.random, m - hem, m + hem, bottom, 36, 5),
        ...side(-1).toReversed(),
      ]),
      {
        folds: [
          ...drape(
            bench.random,
            [
              [m - waist + 30, top + 120],
              [m + waist - 30, top + 120],
            ],
            [
              [m - hem + 20, bottom + 30],
              [m + hem - 20, bottom + 30],
            ],
            6,
            0.5,
            46,
          ),
          fold([m - waist, top + 60], [m + 60, top + 230], {
            from: 50,
            to: 20,
            height: 0.4,
            bend: -20,
          }),
        ],
        roll: 26,
      },
    );
  };
  const under = (): Item =>
    piece(
      spline([
        [m - hem + 10, bottom - 40, 0],
        [m + hem - 10, bottom - 40, 0],
        [m + hem - 14, bottom + 2, 0],
        [m, bottom + 40],
        [m - hem + 14, bottom + 2, 0],
      ]),
      { fill: "inside" },
    );
  const band = (): Item[] => [
    piece(
      whole([
        [m, top + 6],
        [m + waist, top - 4, 0],
        [m + waist + 4, top + 26, 0],
        [m, top + 38],
      ]),
      { roll: 10, rise: 0.4, lift: 2 },
    ),
  ];
  return {
    front: [...waistInside(waist, top - 2), under(), body(), ...band()],
    back: [
      under(),
      body(),
      ...band(),
      { kind: "seam", d: line([m + waist - 8, top + 30, 0], [m + waist + 30, top + 200]) },
    ],
    measures: skirtMeasures(waist, top, 232, top + 330, hem, bottom),
    grainLine: [
      [m - 130, 560],
      [m + 130, 1000],
    ],
    scale: 1.1,
    center: [600, 770],
    turn: 1,
  };
}
