import { fan, fold, gathers, pleat } from "../../folds.ts";
import type { Bench, Fold, Item, Measures } from "../../model.ts";
import { piece, stitch } from "../../parts.ts";
import { type Point, line, whole } from "../../paths.ts";

const m = 600;

/** The outline of a pair of trousers: half widths (x from the center) and heights (y). */
export type LegShape = {
  waist: number;
  waistY: number;
  rise: number;
  hip: number;
  hipY: number;
  crotchY: number;
  /** The outer and inner x of the hem, and its height. */
  hemOut: number;
  hemIn: number;
  hemY: number;
  kneeOut: number;
  kneeIn: number;
};

/** The right leg with its half of the seat. */
export function leg(shape: LegShape, bottom = shape.hemY): Point[] {
  const kneeY = (shape.crotchY + shape.hemY) / 2;
  return [
    [m, shape.waistY + 4, 0],
    [m + shape.waist, shape.waistY - 4, 0],
    [m + (shape.waist + shape.hip) / 2 + 6, (shape.waistY + shape.hipY) / 2],
    [m + shape.hip, shape.hipY],
    [m + shape.kneeOut, kneeY],
    [m + shape.hemOut, bottom - 8, 0],
    [m + shape.hemIn, bottom + 2, 0],
    [m + shape.kneeIn, kneeY],
    [m + 16, shape.crotchY + 40],
    [m, shape.crotchY, 0],
  ];
}

/** The folds of one leg, with or without a pressed crease. */
export function legFolds(bench: Bench, shape: LegShape, crease: boolean): Fold[] {
  const { random } = bench;
  const kneeY = (shape.crotchY + shape.hemY) / 2;
  const hemMid = m + (shape.hemIn + shape.hemOut) / 2;
  const kneeMid = m + (shape.kneeIn + shape.kneeOut) / 2;
  return [
    ...fan(random, [m + 4, shape.crotchY - 6], [-62, 20], [90, 210], 4, 0.42),
    ...fan(random, [m + 10, shape.crotchY + 30], [30, 75], [80, 190], 2, 0.35),
    ...fan(random, [m + shape.kneeIn, kneeY], [-40, 40], [50, 110], 3, 0.3),
    ...pleat([kneeMid + 30, kneeY - 120], [m + shape.hemOut - 34, shape.hemY], {
      from: 8,
      to: 40,
      height: 0.4,
      bend: -12,
    }),
    ...pleat([kneeMid - 34, kneeY + 20], [m + shape.hemIn + 30, shape.hemY], {
      from: 8,
      to: 34,
      height: 0.36,
      bend: 8,
    }),
    fold([m + shape.hip - 20, shape.hipY + 30], [m + 70, shape.crotchY + 120 + random() * 80], {
      from: 50,
      to: 12,
      height: 0.25,
    }),
    ...(crease
      ? [
          fold([m + shape.waist * 0.52, shape.waistY + 60], [hemMid, shape.hemY], {
            from: 7,
            to: 8,
            height: 0.5,
            crisp: true,
            bend: -6,
          }),
          fold([m + shape.waist * 0.52 + 8, shape.waistY + 60], [hemMid + 9, shape.hemY], {
            from: 8,
            to: 9,
            height: -0.35,
            crisp: true,
            bend: -6,
          }),
        ]
      : []),
  ];
}

/** A waistband with belt loops at the given distances from the center. */
export function waistband(
  waist: number,
  y: number,
  depth: number,
  loops: readonly number[],
  look: { stitched?: boolean } = {},
): Item[] {
  return [
    piece(
      whole([
        [m, y + 6],
        [m + waist * 0.6, y + 2],
        [m + waist, y - 6, 0],
        [m + waist + 4, y + depth - 6, 0],
        [m + waist * 0.6, y + depth + 3],
        [m, y + depth + 7],
      ]),
      { roll: 10, rise: 0.3, grain: 90, lift: 2 },
    ),
    ...(look.stitched
      ? [
          {
            kind: "stitch",
            d: line([m - waist + 4, y + 2], [m, y + 13], [m + waist - 4, y + 2]),
          } as const,
          {
            kind: "stitch",
            d: line([m - waist, y + depth - 12], [m, y + depth], [m + waist, y + depth - 12]),
          } as const,
        ]
      : []),
    ...loops.flatMap((x): Item[] => [
      piece(
        `M${m + x - 8} ${y - 8}L${m + x + 8} ${y - 8}L${m + x + 8} ${y + depth + 12}L${m + x - 8} ${y + depth + 12}Z`,
        { roll: 6, rise: 0.3, lift: 2 },
      ),
    ]),
  ];
}

/** A gathered waistband with its drawstring tied in front. */
export function elasticWaist(bench: Bench, waist: number, y: number): Item[] {
  const cord = "#f1ebdd";
  const ends: Point[][] = [
    [
      [m - 4, y + 34],
      [m - 40, y + 110],
      [m - 26, y + 190],
    ],
    [
      [m + 4, y + 34],
      [m + 36, y + 120],
      [m + 54, y + 206],
    ],
    [
      [m, y + 32],
      [m + 46, y + 8],
      [m + 70, y + 40],
      [m + 34, y + 52],
      [m, y + 34],
    ],
    [
      [m, y + 32],
      [m - 44, y + 4],
      [m - 72, y + 34],
      [m - 36, y + 54],
      [m, y + 34],
    ],
  ];
  return [
    piece(
      whole([
        [m, y + 4],
        [m + waist * 0.6, y],
        [m + waist, y - 8, 0],
        [m + waist + 6, y + 56, 0],
        [m + waist * 0.6, y + 66],
        [m, y + 70],
      ]),
      {
        roll: 12,
        rise: 0.34,
        lift: 2,
        folds: gathers(bench.random, [m - waist + 8, y + 2], [m + waist - 8, y + 2], 74, 18, 0.7),
      },
    ),
    { kind: "stitch", d: line([m - waist, y + 22], [m, y + 32], [m + waist, y + 22]) },
    ...ends.flatMap((points): Item[] => [
      { kind: "trim", d: line(...points), stroke: "#b9ae98", width: 10, paintOnly: true },
      { kind: "trim", d: line(...points), stroke: cord, width: 7 },
    ]),
  ];
}

/** The inside of the back waistband, seen over the front's lower edge. */
export function waistInside(waist: number, y: number): Item[] {
  return [
    piece(
      whole([
        [m, y - 10],
        [m + waist * 0.6, y - 12],
        [m + waist - 2, y - 6, 0],
        [m + waist * 0.6, y + 14],
        [m, y + 20],
      ]),
      { fill: "inside", rise: 0 },
    ),
    piece(`M${m - 26} ${y - 6}L${m + 26} ${y - 6}L${m + 26} ${y + 14}L${m - 26} ${y + 14}Z`, {
      fill: "#f4efe6",
      rise: 0,
    }),
    { kind: "edge", d: line([m - 14, y, 0], [m + 14, y, 0]), width: 3, color: "#23262d" },
  ];
}

/** The fly: its seam, and the curve that is stitched beside it. */
export function fly(y: number, end: number, stitched: boolean): Item[] {
  const curve: Point[] = [
    [m + 46, y + 4, 0],
    [m + 46, end - 90],
    [m + 30, end - 24],
    [m + 2, end, 0],
  ];
  return [
    { kind: "seam", d: line([m, y, 0], [m, end + 6, 0]) },
    stitched ? stitch(...curve) : { kind: "edge", d: line(...curve), width: 1.6 },
    ...(stitched
      ? [stitch(...curve.map(([x, z, c]): Point => (c === 0 ? [x - 7, z - 2, 0] : [x - 7, z - 2])))]
      : []),
  ];
}

/** The points between which the measurements of trousers are taken. */
export function legMeasures(shape: LegShape): Measures {
  return {
    waist: [
      [m - shape.waist, shape.waistY - 22],
      [m + shape.waist, shape.waistY - 22],
    ],
    length: [
      [m + shape.hip + 46, shape.waistY],
      [m + Math.max(shape.hip, shape.hemOut) + 46, shape.hemY],
    ],
    outseam: [
      [m + shape.hip + 46, shape.waistY],
      [m + Math.max(shape.hip, shape.hemOut) + 46, shape.hemY],
    ],
    inseam: [
      [m + 10, shape.crotchY + 10],
      [m + shape.hemIn - 14, shape.hemY],
    ],
    hip: [
      [m - shape.hip, shape.hipY],
      [m + shape.hip, shape.hipY],
    ],
    hem: [
      [m + shape.hemIn, shape.hemY + 18],
      [m + shape.hemOut, shape.hemY + 8],
    ],
    rise: [
      [m, shape.waistY + 10],
      [m, shape.crotchY - 4],
    ],
    thigh: [
      [m + 6, shape.crotchY + 16],
      [m + shape.hip, shape.crotchY + 8],
    ],
  };
}
