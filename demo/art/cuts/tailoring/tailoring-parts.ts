import { fan, fold, pleat } from "../../folds.ts";
import type { Bench, Drawing, Fold, Item, Measures } from "../../model.ts";
import {
  type BodyShape,
  type SleeveShape,
  bodyFolds,
  bodyHalf,
  both,
  flipped,
  neckLabel,
  piece,
  sleeve,
  stitch,
} from "../../parts.ts";
import { type Point, line, spline, whole } from "../../paths.ts";

const m = 600;

/**
 * The shape of a jacket or coat with two overlapping fronts. `over` is how far each front extends past the center, and
 * `breakY` is where the lapel ends.
 */
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

/** The right front with its folds. */
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

/** The right lapel with its shadow. */
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

/** The collar around the neck, down to both notches. */
export function collar(shape: Tailored): Item[] {
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

/** The lining of the back with its label, visible between the lapels. */
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

/** Both sleeves of a jacket. `ends` draws the details at the end of each. */
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

/** Buttons near the end of a sleeve, above a row of stitches. */
export function sleeveButtons(
  made: ReturnType<typeof sleeve>,
  count: number,
  radius: number,
): Item[] {
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

/** The points between which the measurements of a coat or jacket are taken. */
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

/**
 * A complete jacket or coat in front and back view. `ends` draws the details of the sleeve ends, `extra` those of the
 * cut. `vent` is the length of the vent in the back, or 0.
 */
export function tailored(
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
