import { fan, fold, pleat } from "../../folds.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import {
  type BodyShape,
  bodyFolds,
  bodyHalf,
  both,
  cuffBand,
  neckLabel,
  piece,
  seam,
  stitch,
} from "../../parts.ts";
import { line, spline, whole } from "../../paths.ts";
import { patchPocket } from "../tops/shirt-parts.ts";
import { coatMeasures, tailoredSleeves } from "./tailoring-parts.ts";

const m = 600;

/** A hooded coat with a drawstring waist and four pockets. */
export function parka(bench: Bench): Drawing {
  const body: BodyShape = {
    neck: 96,
    neckY: 330,
    shoulder: 238,
    shoulderY: 372,
    chest: 264,
    armpitY: 616,
    waist: 250,
    waistY: 800,
    hem: 284,
    hemY: 1300,
    depth: 60,
    hemDrop: 8,
  };
  const shape = {
    body,
    sleeve: { length: 600, angle: 15, cuff: 74, slackness: 18, head: 8, creases: 8 },
  };
  const sleeves = tailoredSleeves(bench, shape, (made) => [
    cuffBand(made, 40, { plain: false, lift: 3 }, 0, 34),
    {
      kind: "trim",
      d: line([made.end[0] - 30, made.end[1] - 8, 0], [made.end[0] + 16, made.end[1] - 20, 0]),
      stroke: bench.edge,
      width: 12,
      paintOnly: true,
      opacity: 0.6,
    },
  ]);
  const hood = (back: boolean): Item[] =>
    back
      ? [
          piece(
            whole([
              [m, 330],
              [m + 80, 322],
              [m + 132, 346],
              [m + 152, 430],
              [m + 116, 540],
              [m + 50, 610],
              [m, 622],
            ]),
            {
              lift: 10,
              roll: 34,
              rise: 0.45,
              folds: [
                ...fan(bench.random, [m, 350], [50, 130], [120, 220], 4, 0.4),
                fold([m - 110, 400], [m + 110, 410], { from: 40, to: 40, height: 0.3, bend: 30 }),
              ],
            },
          ),
          { kind: "seam", d: line([m, 332], [m + 2, 480], [m, 620]) },
        ]
      : [
          piece(
            whole([
              [m, 150],
              [m + 86, 166],
              [m + 142, 240],
              [m + 150, 330],
              [m + 122, 392],
              [m, 420],
            ]),
            {
              roll: 34,
              rise: 0.45,
              folds: [...fan(bench.random, [m, 160], [30, 150], [60, 140], 5, 0.4)],
            },
          ),
          { kind: "seam", d: line([m, 152], [m + 1, 190], [m, 214]) },
          piece(
            whole([
              [m, 206],
              [m + 64, 218],
              [m + 98, 278],
              [m + 94, 344],
              [m + 44, 404],
              [m, 424],
            ]),
            { fill: "lining", rise: 0.3, roll: 30, lift: 0 },
          ),
          {
            kind: "shade",
            d: spline([
              [m - 90, 250],
              [m, 214],
              [m + 90, 250],
              [m + 60, 290],
              [m, 280],
              [m - 60, 290],
            ]),
            opacity: 0.6,
            blur: 16,
          },
          ...neckLabel(318, 50),
        ];
  const cords: Item[] = [-1, 1].flatMap((s): Item[] => [
    {
      kind: "trim",
      d: line([m + s * 70, 404], [m + s * 84, 470], [m + s * 74, 540]),
      stroke: "#efe8da",
      width: 7,
    },
    {
      kind: "trim",
      d: line([m + s * 74, 536, 0], [m + s * 73, 558, 0]),
      stroke: "#b9965a",
      width: 9,
    },
  ]);
  const folds = [
    ...bodyFolds(bench, body, 1),
    ...[-200, -140, -60, 70, 150, 210].flatMap((x) =>
      pleat([m + x, 806], [m + x * 1.04, 900], { from: 16, to: 5, height: 0.5 }).concat(
        pleat([m + x, 794], [m + x * 0.96, 710], { from: 16, to: 5, height: 0.45 }),
      ),
    ),
  ];
  const waist = (): Item[] => [
    { kind: "seam", d: line([m - 250, 800], [m, 806], [m + 250, 800]) },
    stitch([m - 250, 786], [m, 792], [m + 250, 786]),
    stitch([m - 250, 814], [m, 820], [m + 250, 814]),
  ];
  const hem = (): Item => stitch([m - 280, 1274], [m, 1280], [m + 280, 1274]);
  return {
    front: [
      ...sleeves,
      ...hood(false),
      piece(whole(bodyHalf(body)), { folds, lift: 4 }),
      ...both(() => [seam([m + 96, 366, 0], [m + 238, 404, 0])]),
      ...waist(),
      hem(),
      ...both(() => [
        ...patchPocket(m + 146, 560, 120, 130, true),
        piece(
          spline([
            [m + 82, 910, 0],
            [m + 226, 904, 0],
            [m + 236, 1110, 0],
            [m + 84, 1114, 0],
          ]),
          { lift: 4, roll: 14 },
        ),
        piece(
          spline([
            [m + 76, 898, 0],
            [m + 230, 892, 0],
            [m + 232, 954, 0],
            [m + 78, 960, 0],
          ]),
          { lift: 6, roll: 12 },
        ),
        { kind: "button", at: [m + 100, 936], radius: 8, holes: 0, metal: true } as const,
        { kind: "button", at: [m + 210, 931], radius: 8, holes: 0, metal: true } as const,
      ]),
      // The two halves of the collar, and the storm placket with its snaps.
      ...both(() => [
        piece(
          spline([
            [m, 400, 0],
            [m + 50, 372],
            [m + 92, 318, 0],
            [m + 124, 348],
            [m + 116, 400],
            [m + 60, 446],
            [m, 462, 0],
          ]),
          { lift: 6, roll: 18, rise: 0.4 },
        ),
      ]),
      piece(
        spline([
          [m - 40, 440, 0],
          [m + 26, 436, 0],
          [m + 28, 1306, 0],
          [m - 38, 1306, 0],
        ]),
        { lift: 6, roll: 10 },
      ),
      stitch([m - 32, 446, 0], [m - 30, 1300, 0]),
      ...[480, 610, 740, 880, 1010, 1140].map((y): Item => ({
        kind: "button",
        at: [m - 6, y],
        radius: 11,
        holes: 0,
        metal: true,
      })),
      ...cords,
    ],
    back: [
      ...sleeves,
      piece(whole(bodyHalf({ ...body, depth: 6 })), { folds }),
      ...waist(),
      hem(),
      { kind: "seam", d: line([m - 228, 470], [m, 484], [m + 228, 470]) },
      piece(
        spline([
          [m - 8, 1120, 0],
          [m + 8, 1120, 0],
          [m + 16, 1308, 0],
          [m - 16, 1308, 0],
        ]),
        { fill: "inside", rise: 0.1 },
      ),
      ...hood(true),
    ],
    measures: coatMeasures({ body: { ...body }, sleeve: shape.sleeve }),
    grainLine: [
      [m - 130, 1130],
      [m - 130, 1260],
    ],
    center: [600, 740],
    scale: 1.08,
  };
}
