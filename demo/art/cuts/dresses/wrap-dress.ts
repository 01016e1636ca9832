import { drape, fan, pleat } from "../../folds.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import {
  type BodyShape,
  band,
  bodyHalf,
  both,
  cuffBand,
  neckInside,
  piece,
  seam,
  sleeve,
} from "../../parts.ts";
import { type Point, line, spline, whole } from "../../paths.ts";
import { dressMeasures, hemShadow } from "./dress-parts.ts";
import { wavyHem } from "../bottoms/skirt-parts.ts";

const m = 600;

/** A dress that crosses in front and ties at the side. */
export function wrapDress(bench: Bench): Drawing {
  const [waistY, bottom, hem] = [640, 1330, 292];
  const bodice: BodyShape = {
    neck: 92,
    neckY: 240,
    shoulder: 190,
    shoulderY: 272,
    chest: 206,
    armpitY: 480,
    waist: 184,
    waistY: 560,
    hem: 152,
    hemY: waistY,
    depth: 16,
  };
  const sleeves = both((side) => {
    const made = sleeve(bench, {
      shoulder: [m + 190, 272],
      armpit: [m + 206, 480],
      length: 440,
      angle: 22 + (side === "left" ? 3 : 0),
      cuff: 68,
      slackness: 16,
      creases: 6,
    });
    return [...made.items, cuffBand(made, 26, { plain: false, roll: 10 }, -1)];
  });
  const skirtPoints = (): Point[] => [
    [m, waistY + 6],
    [m + 152, waistY - 4, 0],
    [m + 190, waistY + 140],
    [m + 238, waistY + 380],
    ...wavyHem(bench.random, m - hem, m + hem, bottom, 30, 4),
    [m - 238, waistY + 380],
    [m - 190, waistY + 140],
    [m - 152, waistY - 4, 0],
  ];
  const skirtFolds = () =>
    drape(
      bench.random,
      [
        [m - 130, waistY + 20],
        [m + 130, waistY + 20],
      ],
      [
        [m - hem + 20, bottom + 26],
        [m + hem - 20, bottom + 26],
      ],
      6,
      0.5,
      40,
    );
  const tieFolds = fan(bench.random, [m + 112, waistY], [165, 215], [90, 240], 5, 0.45);
  // The upper front crosses from the left shoulder to the knot at the right side of the waist.
  const upper = spline([
    [m - 92, 240, 0],
    [m - 190, 272, 0],
    [m - 178, 380],
    [m - 206, 480, 0],
    [m - 178, 570],
    [m - 152, waistY, 0],
    [m, waistY + 8],
    [m + 150, waistY, 0],
    [m + 158, 606, 0],
    [m + 40, 500],
    [m - 40, 380],
  ]);
  const under = spline([
    [m + 92, 240, 0],
    [m + 190, 272, 0],
    [m + 178, 380],
    [m + 206, 480, 0],
    [m + 178, 570],
    [m + 152, waistY, 0],
    [m - 60, waistY + 4, 0],
    [m - 120, 560, 0],
    [m + 10, 440],
    [m + 60, 340],
  ]);
  const edge = spline([
    [m + 92, waistY, 0],
    [m + 156, waistY, 0],
    [m + 150, 900],
    [m + 176, bottom - 40],
    [m + 186, bottom + 20, 0],
    [m + 150, bottom + 26, 0],
    [m + 128, 1050],
    [m + 108, 820],
  ]);
  const tie: Item[] = [
    piece(
      spline([
        [m + 96, waistY + 4, 0],
        [m + 78, 780],
        [m + 30, 960, 0],
        [m + 72, 976, 0],
        [m + 104, 800],
        [m + 120, waistY + 10, 0],
      ]),
      { lift: 8, folds: pleat([m + 104, 670], [m + 58, 950]), roll: 12 },
    ),
    piece(
      spline([
        [m + 108, waistY + 4, 0],
        [m + 142, 760],
        [m + 150, 900, 0],
        [m + 192, 888, 0],
        [m + 170, 750],
        [m + 132, waistY, 0],
      ]),
      { lift: 8, folds: pleat([m + 122, 670], [m + 168, 880]), roll: 12 },
    ),
    piece(
      spline([
        [m + 104, waistY - 4],
        [m + 168, waistY - 60],
        [m + 214, waistY - 40],
        [m + 210, waistY + 10],
        [m + 150, waistY + 22],
      ]),
      {
        lift: 8,
        roll: 20,
        rise: 0.45,
        folds: fan(bench.random, [m + 116, waistY], [-34, 6], [40, 80], 2, 0.6),
      },
    ),
    piece(
      spline([
        [m + 110, waistY - 2],
        [m + 52, waistY - 44],
        [m + 14, waistY - 22],
        [m + 20, waistY + 24],
        [m + 70, waistY + 28],
      ]),
      {
        lift: 8,
        roll: 20,
        rise: 0.45,
        folds: fan(bench.random, [m + 106, waistY], [170, 214], [40, 80], 2, 0.6),
      },
    ),
    piece(
      spline([
        [m + 92, waistY - 16],
        [m + 112, waistY - 24],
        [m + 132, waistY - 12],
        [m + 132, waistY + 20],
        [m + 110, waistY + 28],
        [m + 90, waistY + 18],
      ]),
      { lift: 5, roll: 16, rise: 0.5 },
    ),
  ];
  return {
    front: [
      ...sleeves,
      ...neckInside(90, 240, 16, 200),
      hemShadow(hem, bottom, 26),
      piece(spline(skirtPoints()), { folds: skirtFolds(), roll: 24 }),
      piece(edge, {
        lift: 8,
        soft: true,
        rise: 0.1,
        folds: pleat([m + 110, waistY + 40], [m + 150, bottom], { from: 6, to: 30 }),
      }),
      {
        kind: "edge",
        d: line([m + 96, waistY + 10], [m + 106, 820], [m + 126, 1050], [m + 150, bottom + 24]),
      },
      piece(under, {
        lift: 2,
        folds: [...fan(bench.random, [m + 196, 490], [110, 170], [80, 180], 4, 0.4)],
      }),
      piece(upper, {
        lift: 6,
        folds: [...tieFolds, ...fan(bench.random, [m - 196, 490], [8, 70], [90, 200], 4, 0.4)],
      }),
      { kind: "stitch", d: line([m + 150, 614], [m + 34, 510], [m - 48, 386], [m - 86, 250]) },
      band(152, waistY - 18, 154, waistY + 18, 6, { lift: 3, plain: false }),
      ...tie,
    ],
    back: [
      ...sleeves,
      hemShadow(hem, bottom, 26),
      piece(spline(skirtPoints()), { folds: skirtFolds(), roll: 24 }),
      piece(whole(bodyHalf(bodice)), {
        folds: [
          ...fan(bench.random, [m - 196, 490], [8, 70], [80, 180], 3, 0.4),
          ...fan(bench.random, [m + 196, 490], [110, 170], [80, 180], 3, 0.4),
        ],
      }),
      band(152, waistY - 18, 154, waistY + 18, 6, { lift: 3, plain: false }),
      ...both(() => [seam([m + 92, 560], [m + 84, waistY - 16, 0])]),
    ],
    measures: {
      ...dressMeasures({
        shoulderX: 190,
        top: 244,
        bust: 204,
        bustY: 492,
        waist: 152,
        waistY,
        hem,
        bottom,
      }),
      length: [
        [m - 320, 240],
        [m - 320, bottom + 10],
      ],
      sleeve: [
        [m + 220, 262],
        [m + 420, 760],
      ],
    },
    grainLine: [
      [m - 60, 780],
      [m - 60, 1180],
    ],
    center: [600, 780],
    scale: 1.06,
  };
}
