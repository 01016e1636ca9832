import { drape, fan, gathers, pleat } from "../../folds.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import {
  type BodyShape,
  band,
  bodyHalf,
  both,
  neckInside,
  piece,
  seam,
  sleeve,
  stitch,
} from "../../parts.ts";
import { type Point, line, spline, whole } from "../../paths.ts";
import { dressMeasures } from "./dress-parts.ts";
import { collarBack, patchPocket, placket, shirtCollar, shirtCuff } from "../tops/shirt-parts.ts";

const m = 600;

/** A belted shirt dress to the knee. The denim version hangs straight. */
export function shirtDress(bench: Bench): Drawing {
  const bottom = 1320;
  const body: BodyShape = {
    neck: 82,
    neckY: 244,
    shoulder: 214,
    shoulderY: 284,
    chest: 228,
    armpitY: 510,
    waist: bench.says("denim") ? 226 : 188,
    waistY: 690,
    hem: 262,
    hemY: bottom - 60,
    depth: 60,
  };
  const half = (depth: number): Point[] => [
    ...bodyHalf({ ...body, depth }).slice(0, -2),
    [m + 262, bottom - 70],
    [m + 244, bottom - 24],
    [m + 150, bottom + 22],
    [m, bottom + 34],
  ];
  const sleeves = both((side) => {
    const made = sleeve(bench, {
      shoulder: [m + 214, 284],
      armpit: [m + 228, 510],
      length: 500,
      angle: 17 + (side === "left" ? 2 : 0),
      cuff: 58,
      slackness: 18,
      creases: 7,
    });
    return [...made.items, ...shirtCuff(made, 80)];
  });
  const folds = () => [
    ...drape(
      bench.random,
      [
        [m - 150, 730],
        [m + 150, 730],
      ],
      [
        [m - 236, bottom],
        [m + 236, bottom],
      ],
      5,
      0.42,
      30,
    ),
    ...(bench.says("denim")
      ? []
      : gathers(bench.random, [m - 170, 640], [m + 170, 640], 60, 8, 0.5)),
    ...fan(bench.random, [m + 220, 520], [112, 170], [90, 190], 4, 0.4),
    ...fan(bench.random, [m - 220, 520], [10, 68], [90, 190], 4, 0.4),
  ];
  const belt = (): Item[] => [
    band(188, 664, 188, 712, 8, { lift: 5, plain: false, shade: -0.02 }),
    stitch([m - 184, 673], [m, 681], [m + 184, 673]),
    stitch([m - 184, 703], [m, 711], [m + 184, 703]),
  ];
  const sash: Item[] = [
    piece(
      spline([
        [m + 20, 700, 0],
        [m + 34, 860],
        [m + 24, 1000, 0],
        [m + 66, 1004, 0],
        [m + 72, 860],
        [m + 50, 694, 0],
      ]),
      { lift: 7, roll: 12, folds: pleat([m + 38, 720], [m + 46, 990]) },
    ),
    piece(
      spline([
        [m + 46, 696, 0],
        [m + 96, 820],
        [m + 124, 940, 0],
        [m + 164, 926, 0],
        [m + 130, 800],
        [m + 66, 690, 0],
      ]),
      { lift: 7, roll: 12, folds: pleat([m + 62, 720], [m + 140, 920]) },
    ),
    piece(
      spline([
        [m + 16, 668],
        [m + 44, 658],
        [m + 74, 668],
        [m + 78, 704],
        [m + 46, 722],
        [m + 14, 708],
      ]),
      { lift: 5, roll: 18, rise: 0.5 },
    ),
  ];
  return {
    front: [
      ...sleeves,
      ...neckInside(78, 238, 6, 84, false),
      piece(whole(half(60)), { folds: folds(), lift: 3 }),
      ...both(() => [seam([m + 84, 276, 0], [m + 214, 310, 0])]),
      {
        kind: "stitch",
        d: line(
          [m - 236, bottom - 44],
          [m - 150, bottom + 8],
          [m, bottom + 20],
          [m + 150, bottom + 8],
          [m + 236, bottom - 44],
        ),
      },
      ...(bench.says("denim") ? both(() => patchPocket(m + 118, 430, 104, 122, true)) : []),
      ...placket(
        300,
        bottom + 30,
        [352, 442, 532, 622, 790, 890, 990, 1090, 1190],
        bench.says("denim") ? "#b0764a" : undefined,
      ),
      ...(bench.says("denim") ? [] : [...belt(), ...sash]),
      ...shirtCollar(82, 244, 100, 126),
    ],
    back: [
      ...sleeves,
      piece(whole(half(10)), { folds: folds() }),
      { kind: "seam", d: line([m - 208, 366], [m, 378], [m + 208, 366]) },
      ...(bench.says("denim") ? [] : belt()),
      collarBack(82, 240),
    ],
    measures: {
      ...dressMeasures({
        shoulderX: 214,
        top: 250,
        bust: 226,
        bustY: 524,
        waist: bench.says("denim") ? 226 : 188,
        waistY: 690,
        hem: 244,
        bottom,
      }),
      length: [
        [m - 310, 244],
        [m - 310, bottom + 30],
      ],
      sleeve: [
        [m + 244, 276],
        [m + 420, 850],
      ],
    },
    grainLine: [
      [m - 110, 800],
      [m - 110, 1190],
    ],
    center: [600, 785],
    scale: 1.06,
  };
}
