import { fan, fold, pleat } from "../folds.ts";
import type { Bench, CutDrawers, Drawing, Fold, Item } from "../model.ts";
import { line, spline, whole, type Point } from "../paths.ts";
import {
  band,
  bodyFolds,
  bodyHalf,
  both,
  cuffBand,
  neckInside,
  neckLabel,
  piece,
  seam,
  stitch,
  type BodyShape,
} from "../parts.ts";
import { collarBack, patchPocket, placket, shirtCollar, shirtCuff } from "./shirts.ts";
import { coatMeasures, tailoredSleeves } from "./tailoring.ts";

const m = 600;
const ribbed = { surface: "ribbed", shade: -0.14, plain: true } as const;

/** A zip from top to bottom: tapes, teeth and a slider with its puller. */
export function zip(top: number, bottom: number, slider = top + 14, metal = "#c3c7cd"): Item[] {
  return [
    { kind: "trim", d: line([m, top, 0], [m, bottom, 0]), stroke: "#2a2d33", width: 15 },
    {
      kind: "trim",
      d: line([m, top, 0], [m, bottom, 0]),
      stroke: metal,
      width: 9,
      dash: "2.6 4.6",
      paintOnly: true,
    },
    {
      kind: "trim",
      d: line([m, top, 0], [m, bottom, 0]),
      stroke: "#5a5f67",
      width: 1.4,
      paintOnly: true,
    },
    {
      kind: "trim",
      d: spline([
        [m - 11, slider, 0],
        [m + 11, slider, 0],
        [m + 8, slider + 26, 0],
        [m - 8, slider + 26, 0],
      ]),
      fill: metal,
      stroke: "#5a5f67",
      width: 2,
    },
    {
      kind: "trim",
      d: spline([
        [m - 6, slider + 20],
        [m + 6, slider + 20],
        [m + 9, slider + 66],
        [m, slider + 74],
        [m - 9, slider + 66],
      ]),
      fill: metal,
      stroke: "#5a5f67",
      width: 2,
    },
  ];
}

function bomber(bench: Bench): Drawing {
  const body: BodyShape = {
    neck: 92,
    neckY: 300,
    shoulder: 244,
    shoulderY: 348,
    chest: 280,
    armpitY: 596,
    waist: 284,
    waistY: 820,
    hem: 262,
    hemY: 1010,
    depth: 60,
    hemDrop: 4,
  };
  const shape = {
    body,
    sleeve: { length: 600, angle: 17, cuff: 70, slackness: 28, head: 12, creases: 10 },
  };
  const sleeves = tailoredSleeves(bench, shape, (made) => [cuffBand(made, 78, ribbed, -14, 2)]);
  const folds = [
    ...bodyFolds(bench, { ...body, hemY: 1040 }, 1.2),
    ...[-190, -110, 120, 200].flatMap((x) =>
      pleat([m + x, 1012], [m + x * 0.94, 900], { from: 26, to: 8, height: 0.5 }),
    ),
  ];
  const hem = (): Item => band(264, 1000, 250, 1090, 4, ribbed);
  const collar = (back: boolean): Item =>
    piece(
      whole([
        [m, back ? 262 : 352],
        [m + 50, back ? 262 : 330],
        [m + 88, 268, 0],
        [m + 114, 292],
        [m + 106, 330],
        [m + 60, back ? 320 : 392],
        [m, back ? 326 : 412],
      ]),
      { ...ribbed, lift: 5, roll: 14, rise: 0.4 },
    );
  const raglan = both(() => [stitch([m + 250, 356], [m + 234, 470], [m + 270, 590])]);
  return {
    front: [
      ...sleeves,
      ...neckInside(90, 286, 0, 100),
      piece(whole(bodyHalf(body)), { folds, lift: 3 }),
      ...raglan,
      hem(),
      ...both(() => [
        piece(
          spline([
            [m + 116, 800, 0],
            [m + 146, 790, 0],
            [m + 216, 944, 0],
            [m + 186, 956, 0],
          ]),
          { lift: 4, roll: 10 },
        ),
        stitch([m + 122, 804, 0], [m + 190, 950, 0]),
        { kind: "button", at: [m + 150, 850], radius: 6, metal: true, holes: 0 } as const,
      ]),
      collar(false),
      ...zip(356, 1092, 366),
    ],
    back: [
      ...sleeves,
      piece(whole(bodyHalf({ ...body, depth: 8 })), { folds }),
      ...raglan,
      hem(),
      collar(true),
    ],
    measures: coatMeasures({
      body: { ...body, hemY: 1090 },
      sleeve: { ...shape.sleeve, length: 680 },
    }),
    grainLine: [
      [m + 120, 660],
      [m + 120, 780],
    ],
    center: [600, 700],
    scale: 1.06,
  };
}

function overshirt(bench: Bench): Drawing {
  const body: BodyShape = {
    neck: 86,
    neckY: 292,
    shoulder: 240,
    shoulderY: 340,
    chest: 266,
    armpitY: 590,
    waist: 264,
    hem: 270,
    hemY: 1120,
    depth: 62,
    hemDrop: 4,
  };
  const shape = {
    body,
    sleeve: { length: 620, angle: 15, cuff: 70, slackness: 18, head: 8, creases: 8 },
  };
  const sleeves = tailoredSleeves(bench, shape, (made) => shirtCuff(made, 78, "#4a3a2c"));
  const hem = (): Item => stitch([m - 266, 1094], [m, 1098], [m + 266, 1094]);
  return {
    front: [
      ...sleeves,
      ...neckInside(82, 286, 6, 86, false),
      piece(whole(bodyHalf(body)), { folds: bodyFolds(bench, body, 1.1), lift: 3 }),
      ...both(() => [
        seam([m + 90, 326, 0], [m + 240, 366, 0]),
        ...patchPocket(m + 142, 510, 140, 160, true),
        { kind: "button", at: [m + 142, 548], radius: 9, color: "#4a3a2c", holes: 4 } as const,
      ]),
      ...(bench.says("wool")
        ? []
        : both(() => [
            piece(
              spline([
                [m + 96, 900, 0],
                [m + 222, 896, 0],
                [m + 226, 1070, 0],
                [m + 98, 1072, 0],
              ]),
              { lift: 2, roll: 10 },
            ),
            stitch([m + 104, 906, 0], [m + 105, 1064, 0], [m + 218, 1062, 0], [m + 215, 904, 0]),
            stitch([m + 98, 926, 0], [m + 222, 922, 0]),
          ])),
      hem(),
      ...placket(350, 1124, [412, 530, 648, 766, 884, 1002], "#4a3a2c", 12),
      ...shirtCollar(86, 292, 112, 138),
    ],
    back: [
      ...sleeves,
      piece(whole(bodyHalf({ ...body, depth: 10 })), { folds: bodyFolds(bench, body, 1) }),
      { kind: "seam", d: line([m - 234, 432], [m, 444], [m + 234, 432]) },
      { kind: "stitch", d: line([m - 232, 440], [m, 452], [m + 232, 440]) },
      hem(),
      collarBack(86, 288, 50),
    ],
    measures: coatMeasures(shape),
    grainLine: [
      [m - 140, 720],
      [m - 140, 1040],
    ],
    center: [600, 695],
    scale: 1.04,
  };
}

/** A quilted baffle's folds: the swell, and puckers along both of its seams. */
function baffle(bench: Bench, left: number, right: number, top: number, bottom: number): Fold[] {
  const mid = (top + bottom) / 2;
  const puckers = Array.from({ length: Math.round((right - left) / 46) }, (_, i): Fold[] => {
    const x = left + 26 + i * 46 + bench.chance() * 12;
    return [
      fold(
        [x, top + 2],
        [x + bench.chance() * 16, top + (bottom - top) * (0.3 + bench.random() * 0.2)],
        { from: 12, to: 5, height: -0.5 },
      ),
      fold(
        [x + 22, bottom - 2],
        [x + 22 + bench.chance() * 16, bottom - (bottom - top) * (0.24 + bench.random() * 0.2)],
        { from: 12, to: 5, height: -0.45 },
      ),
    ];
  }).flat();
  return [
    fold([left - 10, mid - 4], [right + 10, mid - 4], {
      from: (bottom - top) * 0.7,
      to: (bottom - top) * 0.7,
      height: 0.75,
    }),
    ...puckers,
  ];
}

function puffer(bench: Bench): Drawing {
  const body: BodyShape = {
    neck: 104,
    neckY: 322,
    shoulder: 250,
    shoulderY: 360,
    chest: 290,
    armpitY: 620,
    waist: 288,
    hem: 280,
    hemY: 1100,
    depth: 40,
    hemDrop: 4,
  };
  const shape = {
    body,
    sleeve: { length: 600, angle: 18, cuff: 80, slackness: 34, head: 22, creases: 1 },
  };
  const rows = [362, 480, 600, 724, 850, 976, 1100];
  const sleeves = tailoredSleeves(bench, shape, (made) => {
    const at = (t: number): [Point, Point] => {
      const a = (made.angle * Math.PI) / 180;
      const wide = 100 - 22 * t;
      const x = made.middle[0] + (made.end[0] - made.middle[0]) * t;
      const y = made.middle[1] + (made.end[1] - made.middle[1]) * t;
      return [
        [x - Math.cos(a) * wide, y + Math.sin(a) * wide],
        [x + Math.cos(a) * wide, y - Math.sin(a) * wide],
      ];
    };
    const seams = [0.36, 0.57, 0.78].map((t): Item => {
      const [p, q] = at(t);
      return { kind: "seam", d: line(p, [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2 + 12], q), width: 3 };
    });
    return [...seams, cuffBand(made, 40, { shade: -0.1, plain: true }, -10, 2)];
  });
  const rounds = sleeveSwells(bench, shape.sleeve.angle, body);
  const bodyPiece = (depth: number): Item =>
    piece(whole(bodyHalf({ ...body, depth })), {
      lift: 4,
      roll: 36,
      rise: 0.55,
      folds: rows
        .slice(0, -1)
        .flatMap((y, i) => baffle(bench, m - 280, m + 280, y, rows[i + 1] ?? y + 120)),
    });
  const quilting = rows.slice(1, -1).map((y): Item => ({
    kind: "seam",
    d: line([m - 288, y - 4], [m - 120, y + 5], [m, y + 1], [m + 140, y + 6], [m + 288, y - 4]),
    width: 3,
  }));
  const collar = (back: boolean): Item[] => [
    piece(
      whole([
        [m, back ? 226 : 262],
        [m + 60, back ? 222 : 250],
        [m + 104, 222, 0],
        [m + 124, 270],
        [m + 118, 340, 0],
        [m + 60, 372],
        [m, 380],
      ]),
      {
        lift: 6,
        roll: 30,
        rise: 0.5,
        folds: [fold([m - 110, 300], [m + 110, 300], { from: 46, to: 46, height: 0.5, bend: 26 })],
      },
    ),
    {
      kind: "seam",
      d: line([m - 116, 292], [m - 60, 318], [m, 324], [m + 60, 318], [m + 116, 292]),
      width: 3,
    },
  ];
  return {
    front: [
      ...sleeves.map((item) => withSwells(item, rounds)),
      piece(
        whole([
          [m, 222],
          [m + 60, 216],
          [m + 104, 222, 0],
          [m + 60, 280],
          [m, 300],
        ]),
        { fill: "lining" },
      ),
      ...neckLabel(228, 46),
      bodyPiece(40),
      ...quilting,
      ...both(() => [
        piece(
          spline([
            [m + 178, 790, 0],
            [m + 196, 786, 0],
            [m + 226, 950, 0],
            [m + 208, 954, 0],
          ]),
          { lift: 3, roll: 8, shade: -0.1 },
        ),
      ]),
      band(282, 1090, 270, 1128, 4, { shade: -0.1, plain: true }),
      ...collar(false),
      ...zip(270, 1126, 282),
    ],
    back: [
      ...sleeves.map((item) => withSwells(item, rounds)),
      bodyPiece(8),
      ...quilting,
      band(282, 1090, 270, 1128, 4, { shade: -0.1, plain: true }),
      ...collar(true),
    ],
    measures: coatMeasures({
      body: { ...body, hemY: 1128 },
      sleeve: { ...shape.sleeve, length: 640 },
    }),
    center: [600, 690],
    scale: 1.02,
  };
}

/** The swell of each baffle of the right sleeve, from shoulder to cuff. */
function sleeveSwells(bench: Bench, angle: number, body: BodyShape): Fold[] {
  const a = (angle * Math.PI) / 180;
  const x0 = m + (body.shoulder + body.chest) / 2;
  const y0 = (body.shoulderY + body.armpitY) / 2;
  return [0.05, 0.26, 0.465, 0.675, 0.89].flatMap((t): Fold[] => {
    const x = x0 + Math.sin(a) * 600 * t;
    const y = y0 + Math.cos(a) * 600 * t;
    const wide = 124 - 34 * t;
    const swell = fold(
      [x - Math.cos(a) * wide, y + Math.sin(a) * wide],
      [x + Math.cos(a) * wide, y - Math.sin(a) * wide],
      { from: 84, to: 84, height: 0.75 },
    );
    const puckers = [-60, -20, 24, 64].map((off) =>
      fold(
        [x + Math.cos(a) * off + Math.sin(a) * 62, y - Math.sin(a) * off + Math.cos(a) * 62],
        [
          x + Math.cos(a) * off + Math.sin(a) * 24 + bench.chance() * 8,
          y - Math.sin(a) * off + Math.cos(a) * 24,
        ],
        { from: 11, to: 4, height: -0.5 },
      ),
    );
    return [swell, ...puckers];
  });
}

function withSwells(item: Item, swells: Fold[]): Item {
  if (item.kind !== "piece" || (item.folds ?? []).length < 8 || item.grain === undefined)
    return item;
  const right = item.grain < 0;
  const flipFold = (one: Fold): Fold => ({
    ...one,
    d: one.d.replaceAll(
      /(-?[\d.]+) (-?[\d.]+)/g,
      (_, x: string, y: string) => `${Math.round((1200 - Number(x)) * 10) / 10} ${y}`,
    ),
  });
  return { ...item, roll: 34, rise: 0.55, folds: right ? swells : swells.map(flipFold) };
}

function parka(bench: Bench): Drawing {
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
    ...[-200, -140, -60, 70, 150, 210].flatMap((x) => [
      ...pleat([m + x, 806], [m + x * 1.04, 900], { from: 16, to: 5, height: 0.5 }),
      ...pleat([m + x, 794], [m + x * 0.96, 710], { from: 16, to: 5, height: 0.45 }),
    ]),
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
      // The collar's two halves, and the storm placket with its poppers.
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

export const jackets: CutDrawers<"bomber" | "overshirt" | "puffer" | "parka"> = {
  bomber,
  overshirt,
  puffer,
  parka,
};
