import { fan, fold, pleat } from "../folds.ts";
import type { Bench, CutDrawers, Drawing, Fold, Item, Measures } from "../model.ts";
import { line, spline, whole, type Point } from "../paths.ts";
import {
  band,
  bodyFolds,
  bodyHalf,
  both,
  cuffBand,
  flipped,
  neckLabel,
  piece,
  seam,
  sleeve,
  stitch,
  type BodyShape,
  type SleeveShape,
} from "../parts.ts";

const m = 600;

/** A jacket or coat with two fronts that overlap: `over` is how far each passes the middle, `breakY` where the lapel ends. */
export type Tailored = {
  body: BodyShape;
  sleeve: Omit<SleeveShape, "shoulder" | "armpit">;
  over: number;
  breakY: number;
  lapel: {
    tip: Point;
    notch: Point;
    gorge: Point;
    collarEnd: Point;
    peak?: boolean;
    width: number;
  };
  cutaway?: number;
};

/** One front, on the right, with its folds. */
function frontPanel(bench: Bench, shape: Tailored): Item {
  const { body, over, breakY } = shape;
  const half = bodyHalf({ ...body, depth: 20 }).slice(3, -1);
  const cut = shape.cutaway ?? 0;
  const end: Point[] =
    cut > 0
      ? [
          [m + cut * 0.9, body.hemY + 8],
          [m + cut * 0.12, body.hemY - 26],
          [m - over, body.hemY - 130],
        ]
      : [[m - over, body.hemY + 6, 0]];
  const folds: Fold[] = [
    ...fan(bench.random, [m + body.chest - 8, body.armpitY + 6], [105, 172], [90, 210], 4, 0.42),
    ...pleat([m + body.hem * 0.5, body.armpitY + 260], [m + body.hem * 0.56, body.hemY + 20], {
      from: 6,
      to: 64,
      height: 0.34,
      bend: 16,
    }),
    ...pleat([m + body.hem * 0.08, body.armpitY + 330], [m + body.hem * 0.12, body.hemY + 20], {
      from: 6,
      to: 44,
      height: 0.28,
      bend: -10,
    }),
    fold([m + body.chest * 0.8, body.armpitY + 210], [m + 20, body.armpitY + 300], {
      from: 40,
      to: 10,
      height: 0.22,
      bend: 16,
    }),
  ];
  return piece(spline([...half, ...end, [m - over, breakY, 0]]), { folds, lift: over > 0 ? 6 : 3 });
}

function lapel(shape: Tailored): Item[] {
  const { body, over, breakY } = shape;
  const { tip, notch, gorge } = shape.lapel;
  const roll: Point = [m + body.neck - 12, body.neckY - 8, 0];
  return [
    {
      kind: "shade",
      d: spline([
        [m - over + 10, breakY, 0],
        [tip[0] - 20, tip[1] + 60],
        [tip[0] + 6, tip[1] + 14, 0],
        [m + body.neck, body.neckY + 40, 0],
      ]),
      opacity: 0.4,
      blur: 9,
    },
    piece(
      spline([
        [m - over, breakY, 0],
        [(m - over + tip[0]) / 2 + 22, (breakY + tip[1]) / 2 + 26],
        [tip[0], tip[1], 0],
        [notch[0], notch[1], 0],
        [gorge[0], gorge[1], 0],
        roll,
      ]),
      { lift: 5, shade: 0.035, grain: 14, roll: 16, rise: 0.34 },
    ),
    {
      kind: "stitch",
      d: line(
        [m - over + 12, breakY - 16],
        [(m - over + tip[0]) / 2 + 14, (breakY + tip[1]) / 2 + 22],
        [tip[0] - 10, tip[1] + 4, 0],
        [notch[0] + 2, notch[1] + 9, 0],
      ),
    },
  ];
}

/** The collar round the neck, down to both notches. */
function collar(shape: Tailored): Item[] {
  const { body } = shape;
  const { notch, gorge, collarEnd, width } = shape.lapel;
  const half: Point[] = [
    [m, body.neckY - 35],
    [m + body.neck * 0.5, body.neckY - 37],
    [m + body.neck * 0.94, body.neckY - 36],
    [m + body.neck + width * 0.56, body.neckY - 18],
    [m + body.neck + width, body.neckY + 26],
    [collarEnd[0], collarEnd[1], 0],
    [notch[0] - 2, notch[1] + 1, 0],
    [gorge[0], gorge[1], 0],
    [m + body.neck - 16, body.neckY + 6],
    [m + body.neck * 0.5, body.neckY + 16],
    [m, body.neckY + 20],
  ];
  return [piece(whole(half), { lift: 6, shade: 0.03, roll: 14, rise: 0.34 })];
}

/** The lining of the back with its label, seen between the lapels. */
function liningInside(shape: Tailored): Item[] {
  const { body, breakY } = shape;
  return [
    piece(
      whole([
        [m, body.neckY - 6],
        [m + body.neck, body.neckY - 16, 0],
        [m + body.neck * 0.9, body.neckY + 120],
        [m + 30, breakY, 0],
        [m, breakY, 0],
      ]),
      { fill: "lining", rise: 0 },
    ),
    piece(
      whole([
        [m, body.neckY - 6],
        [m + body.neck, body.neckY - 16, 0],
        [m + body.neck * 0.92, body.neckY + 26],
        [m + 40, body.neckY + 62],
        [m, body.neckY + 66],
      ]),
      { fill: "inside", rise: 0 },
    ),
    ...neckLabel(body.neckY + 28),
    {
      kind: "shade",
      d: spline([
        [m - 60, body.neckY + 130],
        [m + 60, body.neckY + 130],
        [m + 30, breakY, 0],
        [m - 30, breakY, 0],
      ]),
      opacity: 0.5,
      blur: 18,
    },
  ];
}

export function tailoredSleeves(
  bench: Bench,
  shape: Pick<Tailored, "body" | "sleeve">,
  ends: (made: ReturnType<typeof sleeve>) => Item[],
): Item[] {
  const { body } = shape;
  return both((side) => {
    const made = sleeve(bench, {
      ...shape.sleeve,
      shoulder: [m + body.shoulder, body.shoulderY],
      armpit: [m + body.chest, body.armpitY],
      angle: shape.sleeve.angle + (side === "left" ? bench.chance() * 2 : 0),
    });
    return [...made.items, ...ends(made)];
  });
}

/** Buttons up the vent of a sleeve. */
function sleeveButtons(made: ReturnType<typeof sleeve>, count: number, radius: number): Item[] {
  const a = (made.angle * Math.PI) / 180;
  return [
    {
      kind: "stitch",
      d: line(
        [made.outer[0] - 2 - Math.sin(a) * 28, made.outer[1] - Math.cos(a) * 28],
        [made.inner[0] + 2 - Math.sin(a) * 28, made.inner[1] - Math.cos(a) * 28],
      ),
    },
    ...Array.from({ length: count }, (_, i): Item => {
      const up = 24 + i * radius * 2.3;
      return {
        kind: "button",
        at: [
          made.inner[0] + Math.cos(a) * 20 - Math.sin(a) * up,
          made.inner[1] - Math.sin(a) * 20 - Math.cos(a) * up,
        ],
        radius,
        holes: 4,
      };
    }),
  ];
}

/** A pocket flap, slightly slanted, with its jet above. */
export function flapPocket(x: number, y: number, width: number, height: number, slant = 8): Item[] {
  const w = width / 2;
  return [
    piece(
      spline([
        [x - w, y + slant / 2, 0],
        [x + w, y - slant / 2, 0],
        [x + w + 2, y + height - slant / 2, 0],
        [x - w + 14, y + height + slant / 2 + 2],
        [x - w + 1, y + height - 8],
      ]),
      { lift: 6, roll: 12, rise: 0.3 },
    ),
    { kind: "seam", d: line([x - w - 2, y + slant / 2 - 5, 0], [x + w + 2, y - slant / 2 - 5, 0]) },
    stitch([x - w + 10, y + height + slant / 2 - 8], [x + w - 8, y + height - slant / 2 - 8, 0]),
  ];
}

export function coatMeasures(shape: Pick<Tailored, "body" | "sleeve">): Measures {
  const { body } = shape;
  const a = (shape.sleeve.angle * Math.PI) / 180;
  const outer: [number, number] = [
    m + body.shoulder + 46 + Math.sin(a) * shape.sleeve.length * 1.06 + shape.sleeve.cuff * 0.55,
    body.shoulderY + Math.cos(a) * shape.sleeve.length * 1.08,
  ];
  return {
    length: [
      [m - body.hem - 60 - (body.hemY > 1150 ? 0 : 200), body.neckY - 10],
      [m - body.hem - 60 - (body.hemY > 1150 ? 0 : 200), body.hemY + 6],
    ],
    chest: [
      [m - body.chest, body.armpitY + 10],
      [m + body.chest, body.armpitY + 10],
    ],
    shoulder: [
      [m - body.shoulder, body.shoulderY - 6],
      [m + body.shoulder, body.shoulderY - 6],
    ],
    sleeve: [[m + body.shoulder + 40, body.shoulderY - 8], outer],
    hem: [
      [m - body.hem, body.hemY + 30],
      [m + body.hem, body.hemY + 30],
    ],
  };
}

function backOf(bench: Bench, shape: Tailored, vent: number): Item[] {
  const { body } = shape;
  return [
    piece(whole(bodyHalf({ ...body, depth: 8 })), {
      folds: [...bodyFolds(bench, body, 0.9)],
      lift: 3,
    }),
    {
      kind: "seam",
      d: line(
        [m, body.neckY + 4, 0],
        [m + 2, (body.neckY + body.hemY) / 2],
        [m, body.hemY - vent, 0],
      ),
    },
    ...(vent > 0
      ? [
          piece(
            spline([
              [m, body.hemY - vent, 0],
              [m + 12, body.hemY - vent * 0.5],
              [m + 20, body.hemY + 8, 0],
              [m - 4, body.hemY + 8, 0],
            ]),
            { fill: "lining", rise: 0.1 },
          ),
          {
            kind: "stitch",
            d: line([m - 6, body.hemY - vent, 0], [m + 40, body.hemY - vent - 26, 0]),
          } as const,
        ]
      : []),
    piece(
      whole([
        [m, body.neckY - 24],
        [m + body.neck * 0.6, body.neckY - 32],
        [m + body.neck, body.neckY - 34],
        [m + body.neck + shape.lapel.width * 0.8, body.neckY + 4],
        [m + body.neck + shape.lapel.width * 0.7, body.neckY + 36, 0],
        [m + body.neck * 0.5, body.neckY + 50],
        [m, body.neckY + 54],
      ]),
      { lift: 6, roll: 16, rise: 0.34 },
    ),
  ];
}

function tailored(
  bench: Bench,
  shape: Tailored,
  ends: (made: ReturnType<typeof sleeve>) => Item[],
  extra: (side: "front" | "back") => Item[],
  vent: number,
): Drawing {
  const sleeves = tailoredSleeves(bench, shape, ends);
  return {
    front: [
      ...sleeves,
      ...liningInside(shape),
      ...flipped([frontPanel(bench, { ...shape, over: shape.over }), ...lapel(shape)]),
      frontPanel(bench, shape),
      ...lapel(shape),
      ...collar(shape),
      ...extra("front"),
    ],
    back: [...sleeves, ...backOf(bench, shape, vent), ...extra("back")],
    measures: coatMeasures(shape),
    grainLine: [
      [m + 120, shape.body.armpitY + 160],
      [m + 120, shape.body.hemY - 120],
    ],
    center: [600, (shape.body.neckY - 40 + shape.body.hemY) / 2],
  };
}

function doubleBreasted(bench: Bench): Drawing {
  const shape: Tailored = {
    body: {
      neck: 84,
      neckY: 218,
      shoulder: 218,
      shoulderY: 258,
      chest: 236,
      armpitY: 492,
      waist: 222,
      waistY: 720,
      hem: 262,
      hemY: 1330,
      depth: 20,
      hemDrop: 6,
    },
    sleeve: { length: 640, angle: 14, cuff: 68, slackness: 10, head: 14 },
    over: 84,
    breakY: 618,
    lapel: {
      tip: [m + 208, 392],
      notch: [m + 142, 400],
      gorge: [m + 84, 304],
      collarEnd: [m + 172, 362],
      width: 46,
    },
  };
  const horn = bench.says("horn") ? { color: "#5b3d28" } : {};
  const buttons: Item[] = [650, 790, 930].flatMap((y): Item[] => [
    { kind: "button", at: [m - 54, y], radius: 17, holes: 4, ...horn },
    { kind: "button", at: [m + 66, y], radius: 17, holes: 4, ...horn },
  ]);
  return tailored(
    bench,
    shape,
    (made) => sleeveButtons(made, 3, 9),
    (side) =>
      side === "front"
        ? [
            ...both(() => flapPocket(m + 158, 872, 128, 48)),
            ...buttons,
            { kind: "stitch", d: line([m - 74, 630, 0], [m - 74, 1326, 0]) },
          ]
        : [
            piece(
              spline([
                [m - 124, 706],
                [m + 124, 706],
                [m + 124, 760],
                [m - 124, 760],
              ]),
              { lift: 4, roll: 12 },
            ),
            { kind: "button", at: [m - 98, 733], radius: 14, holes: 4 },
            { kind: "button", at: [m + 98, 733], radius: 14, holes: 4 },
          ],
    280,
  );
}

function blazer(bench: Bench): Drawing {
  const shape: Tailored = {
    body: {
      neck: 82,
      neckY: 262,
      shoulder: 222,
      shoulderY: 300,
      chest: 242,
      armpitY: 540,
      waist: 214,
      waistY: 740,
      hem: 244,
      hemY: 1090,
      depth: 20,
      hemDrop: 4,
    },
    sleeve: { length: 660, angle: 13, cuff: 66, slackness: 8, head: 14 },
    over: 24,
    breakY: 716,
    cutaway: 60,
    lapel: {
      tip: [m + 168, 448],
      notch: [m + 126, 442],
      gorge: [m + 82, 350],
      collarEnd: [m + 158, 396],
      width: 42,
    },
  };
  const patched = (): Item[] => [
    piece(
      spline([
        [m + 88, 842, 0],
        [m + 210, 836, 0],
        [m + 216, 1010],
        [m + 196, 1034],
        [m + 106, 1036],
        [m + 88, 1014],
      ]),
      { lift: 3, roll: 12 },
    ),
    stitch([m + 90, 866, 0], [m + 210, 860, 0]),
  ];
  const made = tailored(
    bench,
    shape,
    (end) => sleeveButtons(end, 4, 8),
    (side) =>
      side === "front"
        ? [
            ...both(() => [
              ...(bench.says("unconstructed") ? patched() : flapPocket(m + 146, 880, 126, 46, 6)),
              seam([m + 108, 590], [m + 104, 740], [m + 116, 876, 0]),
            ]),
            piece(
              spline([
                [m + 112, 566, 0],
                [m + 190, 552, 0],
                [m + 192, 580, 0],
                [m + 114, 594, 0],
              ]),
              { roll: 8, lift: 3 },
            ),
            { kind: "button", at: [m - 2, 738], radius: 15, holes: 4 },
            ...(bench.says("one-button")
              ? []
              : [{ kind: "button", at: [m - 2, 850], radius: 15, holes: 4 } as const]),
          ]
        : [],
    220,
  );
  return { ...made, scale: 1.14, center: [600, 680] };
}

function wrapCoat(bench: Bench): Drawing {
  const shape: Tailored = {
    body: {
      neck: 88,
      neckY: 216,
      shoulder: 240,
      shoulderY: 266,
      chest: 256,
      armpitY: 520,
      waist: 236,
      waistY: 730,
      hem: 282,
      hemY: 1330,
      depth: 20,
      hemDrop: 6,
    },
    sleeve: { length: 610, angle: 15, cuff: 80, slackness: 14, head: 8 },
    over: 110,
    breakY: 700,
    lapel: {
      tip: [m + 176, 430],
      notch: [m + 166, 400],
      gorge: [m + 96, 300],
      collarEnd: [m + 196, 386],
      width: 64,
    },
  };
  const belt = (): Item[] => [
    band(238, 706, 240, 774, 8, { lift: 6, plain: false }),
    stitch([m - 234, 716], [m, 724], [m + 234, 716]),
    stitch([m - 234, 764], [m, 772], [m + 234, 764]),
  ];
  const knot: Item[] = [
    piece(
      spline([
        [m - 30, 760, 0],
        [m - 66, 920],
        [m - 84, 1070, 0],
        [m - 14, 1080, 0],
        [m + 2, 920],
        [m + 12, 764, 0],
      ]),
      { lift: 10, roll: 16, folds: pleat([m - 12, 790], [m - 46, 1060], { from: 10, to: 24 }) },
    ),
    piece(
      spline([
        [m, 758, 0],
        [m + 30, 880],
        [m + 58, 990, 0],
        [m + 124, 966, 0],
        [m + 84, 860],
        [m + 36, 752, 0],
      ]),
      { lift: 10, roll: 16, folds: pleat([m + 22, 790], [m + 86, 970], { from: 10, to: 22 }) },
    ),
    piece(
      spline([
        [m - 40, 712],
        [m, 698],
        [m + 44, 712],
        [m + 50, 762],
        [m + 4, 784],
        [m - 42, 768],
      ]),
      {
        lift: 8,
        roll: 22,
        rise: 0.5,
        folds: [
          ...pleat([m - 14, 712], [m - 22, 772], { from: 8, to: 12 }),
          ...pleat([m + 16, 712], [m + 26, 764], { from: 8, to: 10 }),
        ],
      },
    ),
  ];
  return tailored(
    bench,
    shape,
    (made) => [cuffBand(made, 84, { plain: false, lift: 4 }, 4, 78)],
    (side) =>
      side === "front"
        ? [
            ...both(() => [
              piece(
                spline([
                  [m + 110, 880, 0],
                  [m + 232, 872, 0],
                  [m + 240, 1070, 0],
                  [m + 114, 1078, 0],
                ]),
                { lift: 3, roll: 12 },
              ),
              stitch([m + 112, 916, 0], [m + 232, 908, 0]),
            ]),
            ...belt(),
            ...knot,
          ]
        : [...belt()],
    300,
  );
}

function trench(bench: Bench): Drawing {
  const shape: Tailored = {
    body: {
      neck: 84,
      neckY: 220,
      shoulder: 230,
      shoulderY: 266,
      chest: 248,
      armpitY: 512,
      waist: 216,
      waistY: 750,
      hem: 300,
      hemY: 1320,
      depth: 20,
      hemDrop: 8,
    },
    sleeve: { length: 620, angle: 14, cuff: 72, slackness: 12, head: 10 },
    over: 80,
    breakY: 600,
    lapel: {
      tip: [m + 196, 404],
      notch: [m + 146, 396],
      gorge: [m + 92, 302],
      collarEnd: [m + 190, 370],
      width: 58,
    },
  };
  const belt = (): Item[] => [
    band(218, 722, 220, 778, 8, { lift: 6, plain: false }),
    stitch([m - 214, 731], [m, 739], [m + 214, 731]),
    stitch([m - 214, 769], [m, 777], [m + 214, 769]),
  ];
  const buckle: Item[] = [
    piece(
      spline([
        [m + 6, 728, 0],
        [m + 38, 880],
        [m + 60, 1000, 0],
        [m + 112, 984, 0],
        [m + 88, 860],
        [m + 56, 726, 0],
      ]),
      { lift: 9, roll: 14, folds: pleat([m + 34, 780], [m + 80, 980], { from: 8, to: 20 }) },
    ),
    {
      kind: "trim",
      d: `M${m - 34} 718L${m + 34} 718L${m + 34} 794L${m - 34} 794Z`,
      stroke: "#3a2a1e",
      width: 11,
    },
    {
      kind: "trim",
      d: line([m - 30, 720, 0], [m + 30, 720, 0]),
      stroke: "#8a6a4c",
      width: 3,
      paintOnly: true,
    },
    { kind: "trim", d: line([m - 34, 756, 0], [m + 24, 756, 0]), stroke: "#3a2a1e", width: 8 },
  ];
  const epaulettes = both(() => [
    piece(
      spline([
        [m + 116, 240, 0],
        [m + 232, 268, 0],
        [m + 230, 300, 0],
        [m + 116, 276],
        [m + 104, 256],
      ]),
      { lift: 4, roll: 10 },
    ),
    { kind: "button", at: [m + 126, 260], radius: 9, holes: 4 } as const,
  ]);
  const strap = (made: ReturnType<typeof sleeve>): Item[] => [
    ...[cuffBand(made, 34, { plain: false, lift: 4, roll: 10 }, 3, 90)],
    {
      kind: "button",
      at: [made.end[0] - Math.sin((made.angle * Math.PI) / 180) * 72, made.end[1] - 72],
      radius: 8,
      holes: 4,
    },
    {
      kind: "stitch",
      d: line([made.outer[0] - 6, made.outer[1] - 18], [made.inner[0] - 2, made.inner[1] - 18]),
    },
  ];
  return tailored(
    bench,
    shape,
    strap,
    (side) =>
      side === "front"
        ? [
            // The storm flap, from the right shoulder.
            piece(
              spline([
                [m + 204, 300, 0],
                [m + 222, 300, 0],
                [m + 212, 400],
                [m + 232, 500, 0],
                [m + 160, 540],
                [m + 66, 520, 0],
                [m + 150, 440],
                [m + 190, 398, 0],
              ]),
              { lift: 5, roll: 12 },
            ),
            ...epaulettes,
            ...both(() => [
              piece(
                spline([
                  [m + 150, 858, 0],
                  [m + 184, 850, 0],
                  [m + 236, 1000, 0],
                  [m + 202, 1010, 0],
                ]),
                { lift: 4, roll: 10 },
              ),
              { kind: "button", at: [m + 196, 936], radius: 8, holes: 4 } as const,
            ]),
            ...[634, 690, 850, 962].flatMap((y): Item[] => [
              { kind: "button", at: [m - 50, y], radius: 14, holes: 4 },
              { kind: "button", at: [m + 62, y], radius: 14, holes: 4 },
            ]),
            { kind: "stitch", d: line([m - 70, 610, 0], [m - 70, 1318, 0]) },
            { kind: "stitch", d: line([m - 290, 1296], [m, 1306], [m + 290, 1296]) },
            ...belt(),
            ...buckle,
          ]
        : [
            piece(
              whole([
                [m, 250],
                [m + 110, 248],
                [m + 222, 286, 0],
                [m + 214, 390],
                [m + 236, 500, 0],
                [m + 130, 560],
                [m, 580],
              ]),
              {
                lift: 5,
                roll: 14,
                folds: fan(bench.random, [m, 300], [60, 120], [120, 220], 3, 0.3),
              },
            ),
            ...epaulettes,
            ...belt(),
            { kind: "stitch", d: line([m - 290, 1296], [m, 1306], [m + 290, 1296]) },
          ],
    360,
  );
}

export const tailoring: CutDrawers<"double-breasted-coat" | "wrap-coat" | "trench" | "blazer"> = {
  "double-breasted-coat": doubleBreasted,
  "wrap-coat": wrapCoat,
  trench,
  blazer,
};
