import { drape, fan, gathers, pleat } from "../../folds.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import { band, both, piece } from "../../parts.ts";
import { type Point, line, spline, whole } from "../../paths.ts";
import { dressMeasures, hemShadow } from "./dress-parts.ts";
import { wavyHem } from "../bottoms/skirt-parts.ts";

const m = 600;

/** A dress with a gathered halter neck and a flared skirt. */
export function halterDress(bench: Bench): Drawing {
  const [waistY, bottom, hem] = [640, 1345, 300];
  const right = (back: boolean): Point[] =>
    back
      ? [
          [m, 520],
          [m + 90, 512],
          [m + 168, 470, 0],
          [m + 160, 560],
          [m + 142, waistY],
        ]
      : [
          [m, 262],
          [m + 40, 258],
          [m + 66, 240, 0],
          [m + 84, 330],
          [m + 110, 420],
          [m + 172, 474, 0],
          [m + 164, 560],
          [m + 142, waistY],
        ];
  const top = (back: boolean): Item =>
    piece(whole([...right(back), [m, waistY + 8]]), {
      lift: 3,
      folds: back
        ? pleat([m - 60, 530], [m - 50, 640], { height: 0.3 })
        : [
            ...gathers(bench.random, [m - 52, 276], [m + 52, 276], 320, 7, 0.6),
            ...fan(bench.random, [m, waistY], [-140, -40], [90, 190], 4, 0.4),
          ],
    });
  const skirt = (): Item =>
    piece(
      spline([
        [m, waistY + 6],
        [m + 142, waistY - 4, 0],
        [m + 176, waistY + 130],
        [m + 230, waistY + 380],
        ...wavyHem(bench.random, m - hem, m + hem, bottom, 32, 5),
        [m - 230, waistY + 380],
        [m - 176, waistY + 130],
        [m - 142, waistY - 4, 0],
      ]),
      {
        roll: 24,
        folds: drape(
          bench.random,
          [
            [m - 122, waistY + 10],
            [m + 122, waistY + 10],
          ],
          [
            [m - hem + 16, bottom + 30],
            [m + hem - 16, bottom + 30],
          ],
          7,
          0.55,
          40,
        ),
      },
    );
  const waistBand = (): Item =>
    band(142, waistY - 20, 144, waistY + 18, 6, { lift: 3, plain: false });
  const neck = (): Item =>
    piece(
      whole([
        [m, 236],
        [m + 40, 232],
        [m + 66, 212],
        [m + 74, 238, 0],
        [m + 66, 252],
        [m, 278],
      ]),
      { lift: 4, roll: 14, rise: 0.4 },
    );
  const tie: Item[] = [
    piece(
      spline([
        [m - 4, 232, 0],
        [m - 40, 330],
        [m - 30, 470, 0],
        [m - 2, 474, 0],
        [m - 8, 340],
        [m + 10, 234, 0],
      ]),
      { lift: 5, folds: pleat([m - 10, 250], [m - 18, 460]) },
    ),
    piece(
      spline([
        [m, 232, 0],
        [m + 36, 340],
        [m + 42, 440, 0],
        [m + 68, 430, 0],
        [m + 54, 330],
        [m + 16, 230, 0],
      ]),
      { lift: 5, folds: pleat([m + 10, 250], [m + 50, 430]) },
    ),
    piece(
      spline([
        [m - 18, 214],
        [m + 6, 206],
        [m + 22, 220],
        [m + 18, 250],
        [m - 4, 256],
        [m - 20, 242],
      ]),
      { lift: 4, roll: 16, rise: 0.5 },
    ),
  ];
  const band2 = (): Item[] =>
    both(() => [
      piece(
        spline([
          [m + 4, 218, 0],
          [m + 40, 214],
          [m + 64, 204, 0],
          [m + 76, 226, 0],
          [m + 46, 240],
          [m + 4, 246, 0],
        ]),
        { roll: 10 },
      ),
    ]);
  return {
    front: [
      piece(
        whole([
          [m, 214],
          [m + 50, 206],
          [m + 68, 214, 0],
          [m + 60, 250],
          [m, 260],
        ]),
        { fill: "inside" },
      ),
      piece(
        whole([
          [m, 520],
          [m + 90, 512],
          [m + 166, 474, 0],
          [m + 140, 600, 0],
          [m, 600],
        ]),
        { fill: "inside" },
      ),
      hemShadow(hem, bottom),
      skirt(),
      top(false),
      waistBand(),
      neck(),
    ],
    back: [
      hemShadow(hem, bottom),
      piece(
        spline([
          [m - 66, 240, 0],
          [m + 66, 240, 0],
          [m + 84, 330],
          [m + 110, 420],
          [m + 168, 474, 0],
          [m + 120, 540, 0],
          [m + 60, 400],
          [m + 30, 260, 0],
          [m - 30, 260, 0],
          [m - 60, 400],
          [m - 120, 540, 0],
          [m - 168, 474, 0],
          [m - 110, 420],
          [m - 84, 330],
        ]),
        { fill: "inside", shade: 0.1 },
      ),
      skirt(),
      top(true),
      waistBand(),
      { kind: "seam", d: line([m, 530, 0], [m, 860, 0]) },
      ...band2(),
      ...tie,
    ],
    measures: dressMeasures({
      shoulderX: 66,
      top: 232,
      bust: 170,
      bustY: 490,
      waist: 142,
      waistY,
      hem,
      bottom,
    }),
    grainLine: [
      [m + 20, 760],
      [m + 40, 1180],
    ],
    center: [600, 770],
    scale: 1.1,
  };
}
