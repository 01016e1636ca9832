import { fan, fold } from "../../folds.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import { flipped, piece, shiftedItems, stitch, turnedItems } from "../../parts.ts";
import { type Point, line, spline } from "../../paths.ts";

const m = 600;
const ribbed = { surface: "ribbed", plain: true } as const;

function glove(bench: Bench): Item[] {
  const knit = bench.cloth === "knit" || bench.cloth === "ribbed" || bench.cloth === "wool";
  const hand: Point[] = [
    [m - 96, 1120, 0],
    [m - 104, 980],
    [m - 122, 860],
    [m - 130, 740],
    [m - 142, 600],
    [m - 140, 500],
    [m - 116, 478],
    [m - 92, 500],
    [m - 84, 600],
    [m - 76, 668, 0],
    [m - 78, 540],
    [m - 72, 420],
    [m - 46, 396],
    [m - 20, 420],
    [m - 14, 540],
    [m - 8, 652, 0],
    [m - 4, 520],
    [m + 4, 396],
    [m + 30, 372],
    [m + 56, 398],
    [m + 58, 530],
    [m + 54, 660, 0],
    [m + 66, 560],
    [m + 80, 458],
    [m + 104, 440],
    [m + 126, 466],
    [m + 122, 580],
    [m + 116, 740],
    [m + 126, 800, 0],
    [m + 156, 740],
    [m + 196, 676],
    [m + 226, 674],
    [m + 234, 706],
    [m + 206, 790],
    [m + 166, 876],
    [m + 118, 960],
    [m + 106, 1120, 0],
  ];
  const points: Item[] = knit
    ? []
    : [
        ...[
          [-46, 700],
          [18, 690],
          [76, 704],
        ].flatMap(([dx = 0, y = 0]): Item[] => [
          {
            kind: "seam",
            d: line([m + dx, y], [m + dx * 0.86 + 2, y + 90], [m + dx * 0.8 + 4, y + 170]),
            width: 4,
          },
        ]),
        ...[
          [-76, 672],
          [-8, 656],
          [54, 664],
        ].map(([dx = 0, y = 0]): Item => ({
          kind: "edge",
          d: line([m + dx, y - 4, 0], [m + dx, y + 30, 0]),
          width: 2,
        })),
        stitch([m - 94, 1044, 0], [m, 1054], [m + 106, 1044, 0]),
        { kind: "button", at: [m + 6, 1082], radius: 10, holes: 0, metal: true, color: "#b9965a" },
      ];
  return [
    piece(spline(hand), {
      roll: knit ? 30 : 36,
      rise: 0.6,
      lift: 4,
      folds: [
        ...[
          [-112, 500, -100, 700],
          [-46, 420, -44, 700],
          [30, 400, 20, 700],
          [102, 470, 84, 720],
        ].map(([x1 = 0, y1 = 0, x2 = 0, y2 = 0]) =>
          fold([m + x1, y1], [m + x2, y2], { from: 22, to: 30, height: 0.45 }),
        ),
        ...[
          [-112, 600],
          [-46, 556],
          [30, 540],
          [102, 590],
        ].flatMap(([dx = 0, y = 0]) => [
          fold([m + dx - 24, y], [m + dx + 24, y + 4], { from: 7, to: 7, height: -0.5 }),
          fold([m + dx - 22, y + 14], [m + dx + 22, y + 18], { from: 7, to: 7, height: 0.4 }),
        ]),
        ...fan(bench.random, [m + 122, 840], [130, 200], [70, 140], 3, 0.5),
        fold([m + 210, 700], [m + 140, 870], { from: 20, to: 30, height: 0.45 }),
      ],
    }),
    ...points,
    ...(knit
      ? [
          piece(
            spline([
              [m - 100, 1020, 0],
              [m, 1030],
              [m + 110, 1020, 0],
              [m + 112, 1180, 0],
              [m, 1192],
              [m - 102, 1180, 0],
            ]),
            { ...ribbed, shade: -0.06, roll: 16, rise: 0.4, lift: 4 },
          ),
        ]
      : [
          piece(
            spline([
              [m - 98, 1112, 0],
              [m, 1122],
              [m + 108, 1112, 0],
              [m + 110, 1132, 0],
              [m, 1142],
              [m - 100, 1132, 0],
            ]),
            { fill: "inside", rise: 0.2 },
          ),
        ]),
  ];
}

/** A pair of gloves, partly overlapping. The cloth determines whether they are leather or knitted. */
export function gloves(bench: Bench): Drawing {
  const made = (): Item[] => [
    ...shiftedItems(turnedItems(flipped(glove(bench)), -9, [m, 760]), -150, -26),
    ...shiftedItems(turnedItems(glove(bench), 12, [m, 760]), 130, 34),
  ];
  const back = (): Item[] => [
    ...shiftedItems(turnedItems(glove(bench), -9, [m, 760]), -150, -26),
    ...shiftedItems(turnedItems(flipped(glove(bench)), 12, [m, 760]), 130, 34),
  ];
  return {
    front: made(),
    back: back(),
    measures: {
      length: [
        [m + 400, 440],
        [m + 330, 1200],
      ],
      width: [
        [m + 10, 870],
        [m + 220, 910],
      ],
    },
    center: [600, 775],
    scale: 1.12,
  };
}
