import type { Bench, Drawing, Item } from "../../model.ts";
import {
  type BodyShape,
  type SleeveShape,
  band,
  bodyFolds,
  bodyHalf,
  both,
  cuffBand,
  piece,
  seam,
  sleeve,
} from "../../parts.ts";
import { type Point, whole } from "../../paths.ts";

const m = 600;
const ribbed = { surface: "ribbed", shade: -0.07, plain: true } as const;

/**
 * The ribbed band of a round neck. `neck` is its half width, `y` its height, `depth` the depth of its inner curve, and
 * `width` the width of the band.
 */
export function neckRib(neck: number, y: number, depth: number, width: number): Item {
  const half: Point[] = [
    [m, y + depth + width],
    [m + neck * 0.56, y + depth * 0.84 + width],
    [m + neck * 0.96 + width * 0.5, y + depth * 0.4 + width * 0.5],
    [m + neck + width * 0.56, y + width * 0.1],
    [m + neck + width * 0.2, y - width * 0.5, 0],
    [m + neck - width * 0.42, y + width * 0.02, 0],
    [m + neck * 0.86, y + depth * 0.42],
    [m + neck * 0.5, y + depth * 0.84],
    [m, y + depth],
  ];
  return piece(whole(half), { ...ribbed, roll: 12, lift: 2, rise: 0.32 });
}

/** The back half of a round neck's band, seen from the inside. */
export function backNeckRib(neck: number, y: number, rise: number, width: number): Item {
  const half: Point[] = [
    [m, y + rise - width * 0.9],
    [m + neck * 0.6, y + rise * 0.6 - width * 0.9],
    [m + neck + width * 0.12, y - width * 0.42, 0],
    [m + neck + width * 0.1, y + width * 0.1, 0],
    [m + neck * 0.6, y + rise * 0.75 + width * 0.2],
    [m, y + rise + width * 0.2],
  ];
  return piece(whole(half), { ...ribbed, roll: 12, rise: 0.32 });
}

/** The proportions of a knitted top. `rib`, `cuff` and `neckRib` are the depths of the ribbing. */
export type KnitShape = {
  body: BodyShape;
  sleeve: Omit<SleeveShape, "shoulder" | "armpit">;
  rib: number;
  cuff: number;
  neckRib: number;
  backDepth: number;
};

/** The sleeves, body, hem and shoulder seams of a knitted top. The caller decides which are painted over which. */
export function knitBase(
  bench: Bench,
  shape: KnitShape,
  side: "front" | "back",
): { sleeves: Item[]; body: Item; hem: Item; seams: Item[] } {
  const { body, rib } = shape;
  const sleeves = both((at) => {
    const made = sleeve(bench, {
      ...shape.sleeve,
      shoulder: [m + body.shoulder, body.shoulderY],
      armpit: [m + body.chest, body.armpitY],
      angle: shape.sleeve.angle + (at === "left" ? bench.chance() * 2.5 : 0),
    });
    const cuffs = shape.cuff > 0 ? [cuffBand(made, shape.cuff, ribbed, -2)] : [];
    return [...made.items.map((item): Item => Object.assign(item, stitchOf(bench))), ...cuffs];
  });
  const depth = side === "front" ? body.depth : shape.backDepth;
  const own = { ...body, depth, vNeck: side === "front" && (body.vNeck ?? false) };
  return {
    sleeves,
    body: piece(whole(bodyHalf(own)), {
      folds: bodyFolds(bench, body),
      lift: 3,
      ...stitchOf(bench),
    }),
    hem: band(
      body.hem + 2,
      body.hemY - 6,
      body.hem - 16,
      body.hemY + rib,
      body.hemDrop ?? 8,
      ribbed,
    ),
    seams: both(() => [
      seam([m + body.neck + 6, body.neckY + 3, 0], [m + body.shoulder - 2, body.shoulderY + 2, 0]),
    ]),
  };
}

/** The chevron stitch, if the product's link names it. Otherwise, a knitted top has the surface of its cloth. */
function stitchOf(bench: Bench): { surface?: "chevron" } {
  return bench.says("chevron") ? { surface: "chevron" } : {};
}

/** The points between which a knitted top's measurements are taken. */
export function measuresOf(shape: KnitShape): Drawing["measures"] {
  const { body } = shape;
  const radians = (shape.sleeve.angle * Math.PI) / 180;
  const length = shape.sleeve.length + shape.cuff;
  return {
    length: [
      [m + body.neck, body.neckY],
      [m + body.neck, body.hemY + shape.rib],
    ],
    chest: [
      [m - body.chest, body.armpitY + 8],
      [m + body.chest, body.armpitY + 8],
    ],
    sleeve: [
      [m + body.shoulder + 26, body.shoulderY - 4],
      [
        m + body.shoulder + 44 + Math.sin(radians) * length * 1.05,
        body.shoulderY + Math.cos(radians) * length * 1.06,
      ],
    ],
    shoulder: [
      [m - body.shoulder, body.shoulderY],
      [m + body.shoulder, body.shoulderY],
    ],
    hem: [
      [m - body.hem, body.hemY + shape.rib],
      [m + body.hem, body.hemY + shape.rib],
    ],
  };
}

/** The proportions of the plain sweater, from which the others are derived. */
export const crew: KnitShape = {
  body: {
    neck: 98,
    neckY: 322,
    shoulder: 214,
    shoulderY: 362,
    chest: 246,
    armpitY: 588,
    waist: 244,
    hem: 240,
    hemY: 1096,
    hemDrop: 6,
    depth: 78,
  },
  sleeve: { length: 640, angle: 16, cuff: 60, slackness: 10, head: 12 },
  rib: 78,
  cuff: 82,
  neckRib: 34,
  backDepth: 26,
};
