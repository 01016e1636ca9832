import { pleat } from "../../folds.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import {
  type BodyShape,
  bodyFolds,
  bodyHalf,
  both,
  neckInside,
  piece,
  seam,
  sleeve,
} from "../../parts.ts";
import { type Point, line, whole } from "../../paths.ts";
import { collarBack, patchPocket, placket, shirtCollar, shirtCuff } from "./shirt-parts.ts";

const m = 600;

const poplin: BodyShape = {
  neck: 84,
  neckY: 304,
  shoulder: 230,
  shoulderY: 352,
  chest: 252,
  armpitY: 592,
  waist: 246,
  hem: 250,
  hemY: 1110,
  depth: 66,
};

/** Replaces the straight hem with a curved shirt-tail hem. */
function tailed(half: Point[], drop = 96): Point[] {
  const kept = half.slice(0, -2);
  return [
    ...kept,
    [m + 250, 1080],
    [m + 226, 1120],
    [m + 150, 1110 + drop * 0.86],
    [m, 1110 + drop],
  ];
}

/** A long-sleeved shirt with one or two pockets, depending on the product's link. */
export function poplinShirt(bench: Bench): Drawing {
  const sleeves = both((at) => {
    const made = sleeve(bench, {
      shoulder: [m + 230, 352],
      armpit: [m + 252, 592],
      length: 625,
      angle: 15 + (at === "left" ? bench.chance() * 2 : 0),
      cuff: 62,
      slackness: 20,
      head: 8,
      creases: 8,
    });
    return [...made.items, ...shirtCuff(made)];
  });
  const buttons = [418, 524, 634, 744, 854, 964, 1074];
  const tail = (): Item => ({
    kind: "stitch",
    d: line(
      [m - 242, 1084],
      [m - 218, 1112],
      [m - 146, 1182],
      [m, 1196],
      [m + 146, 1182],
      [m + 218, 1112],
      [m + 242, 1084],
    ),
  });
  return {
    front: [
      ...sleeves,
      ...neckInside(80, 296, 6, 90, false),
      piece(whole(tailed(bodyHalf(poplin))), { folds: bodyFolds(bench, poplin, 1.15), lift: 3 }),
      ...both(() => [seam([m + 88, 340, 0], [m + 230, 380, 0])]),
      tail(),
      ...(bench.says("two-pocket")
        ? both(() => patchPocket(m + 132, 520, 118, 138))
        : patchPocket(m + 128, 520, 112, 134)),
      ...placket(362, 1206, buttons),
      ...shirtCollar(84, 304),
    ],
    back: [
      ...sleeves,
      piece(whole(tailed(bodyHalf({ ...poplin, depth: 12 }), 124)), {
        folds: [
          ...bodyFolds(bench, poplin, 1),
          ...pleat([m - 22, 452], [m - 30, 1180], { from: 16, to: 40 }),
          ...pleat([m + 22, 452], [m + 34, 1180], { from: 16, to: 40 }),
        ],
      }),
      { kind: "seam", d: line([m - 226, 440], [m, 452], [m + 226, 440]) },
      { kind: "stitch", d: line([m - 224, 448], [m, 460], [m + 224, 448]) },
      {
        kind: "trim",
        d: `M${m - 9} 446L${m - 9} 478L${m + 9} 478L${m + 9} 446`,
        stroke: bench.edge,
        width: 3.4,
      },
      collarBack(84, 300),
    ],
    measures: {
      length: [
        [m + 84, 304],
        [m + 84, 1206],
      ],
      chest: [
        [m - 252, 600],
        [m + 252, 600],
      ],
      sleeve: [
        [m + 262, 344],
        [m + 470, 1040],
      ],
      shoulder: [
        [m - 230, 352],
        [m + 230, 352],
      ],
      hem: [
        [m - 226, 1120],
        [m + 226, 1120],
      ],
    },
    center: [600, 730],
    scale: 1.1,
  };
}
