import { fan, fold, pleat, slack, type FoldShape } from "./folds.ts";
import type { Bench, Fold, Item, Line, Piece } from "./model.ts";
import {
  between,
  boardWidth,
  flip,
  line,
  movePath,
  spline,
  turn,
  type Place,
  type Point,
} from "./paths.ts";

/** A part with this outline and the given properties. */
export function piece(d: string, rest: Omit<Piece, "kind" | "d"> = {}): Piece {
  return { kind: "piece", d, ...rest };
}

/** A sewn seam through the given points. */
export function seam(...points: Point[]): Line {
  return { kind: "seam", d: line(...points) };
}

/** A row of stitches through the given points. */
export function stitch(...points: Point[]): Line {
  return { kind: "stitch", d: line(...points) };
}

/** The items, mirrored at the vertical center line. */
export function flipped(items: readonly Item[]): Item[] {
  return items.map((item) => moveItem(item, flip, (x, y) => [boardWidth - x, y], -1, 0));
}

/** The items, rotated by degrees around a point. */
export function turnedItems(items: readonly Item[], degrees: number, about: Place): Item[] {
  const move = (x: number, y: number) => turn(x, y, degrees, about);
  return items.map((item) => moveItem(item, (d) => movePath(d, move), move, 1, degrees));
}

/** Scales items around the origin and then moves them. */
export function shiftedItems(items: readonly Item[], dx: number, dy: number, scale = 1): Item[] {
  const move = (x: number, y: number): Place => [x * scale + dx, y * scale + dy];
  return items.map((item) => moveItem(item, (d) => movePath(d, move), move, 1, 0));
}

function moveItem(
  item: Item,
  path: (d: string) => string,
  place: (x: number, y: number) => Place,
  sign: 1 | -1,
  turnBy: number,
): Item {
  if (item.kind === "button") return { ...item, at: place(...item.at) };
  if (item.kind !== "piece") return { ...item, d: path(item.d) };
  return {
    ...item,
    d: path(item.d),
    grain: (item.grain ?? 0) * sign + turnBy,
    folds: (item.folds ?? []).map(({ d, height, edge }) => ({ d: path(d), height, edge })),
  };
}

/** Calls `make` once for each side of the garment, so that the folds differ, and mirrors the left side's items. */
export function both(make: (side: "right" | "left") => Item[]): Item[] {
  return [...flipped(make("left")), ...make("right")];
}

/** The outline of a sleeve. */
export type SleeveShape = {
  /** The shoulder tip and the armpit of the right sleeve. */
  shoulder: Place;
  armpit: Place;
  /** The length from the center of the armhole to the center of the cuff. */
  length: number;
  /** The angle away from the body, in degrees. */
  angle: number;
  /** Half the width at the cuff. */
  cuff: number;
  /** How far the sleeve's top swells above the shoulder line. Above 30, the sleeve is puffed. */
  head?: number;
  /** Extra width at the elbow, in pixels. */
  slackness?: number;
  creases?: number;
};

/**
 * A drawn sleeve. `outer` and `inner` are the corners of its end, where a cuff is attached, and `angle` is in degrees.
 */
export type Sleeve = {
  items: Item[];
  outer: Place;
  inner: Place;
  middle: Place;
  end: Place;
  angle: number;
};

/** The right sleeve, hanging beside the body. Draw it before the body, whose armhole covers the sleeve's top. */
export function sleeve(
  bench: Bench,
  shape: SleeveShape,
  look: Omit<Piece, "kind" | "d"> = {},
): Sleeve {
  const { shoulder, armpit, length, angle, cuff, head = 14, slackness = 0, creases = 6 } = shape;
  const radians = (angle * Math.PI) / 180;
  const along: Place = [Math.sin(radians), Math.cos(radians)];
  const across: Place = [Math.cos(radians), -Math.sin(radians)];
  const middle = between(shoulder, armpit, 0.5);
  const end: Place = [middle[0] + along[0] * length, middle[1] + along[1] * length];
  const outer: Place = [end[0] + across[0] * cuff, end[1] + across[1] * cuff];
  const inner: Place = [end[0] - across[0] * cuff, end[1] - across[1] * cuff];
  const out = (share: number, by: number): Point => {
    const [x, y] = between(shoulder, outer, share);
    return [x + across[0] * by, y + across[1] * by];
  };
  const inn = (share: number, by: number): Point => {
    const [x, y] = between(inner, armpit, share);
    return [x - across[0] * by, y - across[1] * by];
  };
  const d = spline([
    [shoulder[0] - 40, shoulder[1] - 8, 0],
    [shoulder[0] - 2, shoulder[1] + 1],
    out(0.1, head + 6),
    out(0.3, head * 0.9 + slackness * 0.4 + 6),
    out(0.58, 4 + slackness),
    out(0.82, slackness * 0.5),
    [outer[0], outer[1], 0],
    [inner[0], inner[1], 0],
    inn(0.25, slackness * 0.4),
    inn(0.55, slackness - 3),
    inn(0.86, 2),
    [armpit[0] - 4, armpit[1], 0],
    [armpit[0] - 60, armpit[1] - 60, 0],
  ]);
  const width = Math.hypot(shoulder[0] - armpit[0], shoulder[1] - armpit[1]) * 0.86;
  const elbow = between(middle, end, 0.52);
  const folds: Fold[] = [
    ...slack(
      bench.random,
      between(middle, end, 0.16),
      between(middle, end, 0.92),
      (width + cuff * 2) * 0.5,
      creases,
      0.42,
    ),
    ...fan(
      bench.random,
      between(armpit, inner, 0.04),
      [-70 - angle, -10 - angle],
      [60, 130],
      3,
      0.42,
    ),
    ...fan(
      bench.random,
      [elbow[0] - across[0] * cuff, elbow[1] - across[1] * cuff],
      [-50 - angle, 40 - angle],
      [50, 110],
      3,
      0.4,
    ),
    fold(between(shoulder, outer, 0.12), between(shoulder, outer, 0.9), {
      from: 30,
      to: 22,
      height: 0.3,
      bend: -16,
    }),
  ];
  const items: Item[] = [piece(d, { shade: -0.04, grain: -angle, folds, ...look })];
  return { items, outer, inner, middle, end, angle };
}

/** A band across the end of a sleeve, such as a rib, a shirt cuff or a turned hem. */
export function cuffBand(
  sleeveEnd: Sleeve,
  depth: number,
  look: Omit<Piece, "kind" | "d"> = {},
  flare = 4,
  overhang = 6,
): Piece {
  const { outer, inner, angle } = sleeveEnd;
  const radians = (angle * Math.PI) / 180;
  const along: Place = [Math.sin(radians), Math.cos(radians)];
  const across: Place = [Math.cos(radians), -Math.sin(radians)];
  const put = (place: Place, down: number, sideways: number): Place => [
    place[0] + along[0] * down + across[0] * sideways,
    place[1] + along[1] * down + across[1] * sideways,
  ];
  const a = put(outer, -overhang, flare);
  const b = put(outer, depth - overhang, flare - 2);
  const c = put(inner, depth - overhang, -flare + 2);
  const e = put(inner, -overhang, -flare);
  const low = put(between(b, c, 0.5), 7, 0);
  const high = put(between(a, e, 0.5), 6, 0);
  return piece(
    spline([
      [a[0], a[1], 0],
      [b[0], b[1], 0],
      [low[0], low[1]],
      [c[0], c[1], 0],
      [e[0], e[1], 0],
      [high[0], high[1]],
    ]),
    { grain: -angle, roll: 14, rise: 0.3, plain: true, ...look },
  );
}

/** The outline of a top's body, in pixels. */
export type BodyShape = {
  /**
   * `neck`, `shoulder`, `chest`, `waist` and `hem` are half widths. Each name with Y is the height at which that width
   * is measured.
   */
  neck: number;
  neckY: number;
  shoulder: number;
  shoulderY: number;
  chest: number;
  armpitY: number;
  waist?: number;
  waistY?: number;
  hem: number;
  hemY: number;
  /** How far the center of the hem hangs below its ends. */
  hemDrop?: number;
  /** The depth of the neckline below neckY, at the front or back. */
  depth: number;
  vNeck?: boolean;
};

/** The right half of a body with set-in armholes, from the center of the neckline to the center of the hem. */
export function bodyHalf(shape: BodyShape): Point[] {
  const m = 600;
  const { neck, neckY, shoulder, shoulderY, chest, armpitY, hem, hemY, depth } = shape;
  const waist = shape.waist ?? (chest + hem) / 2;
  const waistY = shape.waistY ?? (armpitY + hemY) / 2;
  const neckline: Point[] = shape.vNeck
    ? [[m, neckY + depth, 0]]
    : [
        [m, neckY + depth],
        [m + neck * 0.52, neckY + depth * 0.86],
        [m + neck * 0.9, neckY + depth * 0.42],
      ];
  return [
    ...neckline,
    [m + neck, neckY, 0],
    [m + shoulder, shoulderY, 0],
    [m + shoulder - (shoulder - chest > -10 ? 16 : 10), shoulderY + (armpitY - shoulderY) * 0.5],
    [m + chest, armpitY, 0],
    [m + waist, waistY],
    [m + hem, hemY, 0],
    [m, hemY + (shape.hemDrop ?? 8)],
  ];
}

/** The slight folds of a body that lies flat: pulls at the armpits, slack over the belly, and waves at the hem. */
export function bodyFolds(bench: Bench, shape: BodyShape, strength = 1): Fold[] {
  const { random } = bench;
  const { chest, armpitY, hem, hemY } = shape;
  const m = 600;
  const h = 0.4 * strength;
  const soft: FoldShape = { from: 8, to: 64, height: h * 0.62 };
  const x = (share: number) => m + hem * share;
  return [
    ...fan(random, [m + chest - 8, armpitY + 6], [105, 172], [90, 230], 4, h),
    ...fan(random, [m - chest + 8, armpitY + 6], [8, 75], [90, 230], 4, h),
    ...pleat(
      [x(-0.66 + random() * 0.2), armpitY + 90 + random() * 80],
      [x(-0.56 + random() * 0.3), hemY + 20],
      { ...soft, bend: 16 },
    ),
    ...pleat(
      [x(0.02 + random() * 0.2), armpitY + 190 + random() * 90],
      [x(0.1 + random() * 0.2), hemY + 20],
      { ...soft, to: 44, bend: 12 },
    ),
    ...pleat(
      [x(0.6 + random() * 0.2), armpitY + 90 + random() * 80],
      [x(0.62 + random() * 0.2), hemY + 20],
      { ...soft, bend: -14 },
    ),
    fold([m - chest * 0.5, armpitY - 90], [m + chest * 0.45, armpitY - 10 + random() * 60], {
      from: 70,
      to: 40,
      height: h * 0.4,
      bend: 18,
    }),
    fold([m + chest * 0.86, hemY - 240 - random() * 90], [m + chest * 0.1, hemY - 190], {
      from: 44,
      to: 10,
      height: -h * 0.5,
      bend: -20,
    }),
    fold([m - chest * 0.9, hemY - 310 - random() * 90], [m - chest * 0.15, hemY - 240], {
      from: 44,
      to: 10,
      height: h * 0.55,
      bend: 14,
    }),
    fold([m + chest * 0.4, hemY - 60], [m - chest * 0.4, hemY - 110 - random() * 50], {
      from: 50,
      to: 20,
      height: h * 0.4,
      bend: 14,
    }),
  ];
}

/** The inside of the back, visible through the neck opening: shade, a neck tape and a woven label. */
export function neckInside(
  neck: number,
  neckY: number,
  backRise: number,
  depth: number,
  label = true,
): Item[] {
  const m = 600;
  const items: Item[] = [
    piece(
      spline([
        [m - neck - 4, neckY - 2, 0],
        [m - neck * 0.5, neckY + backRise * 0.8],
        [m, neckY + backRise],
        [m + neck * 0.5, neckY + backRise * 0.8],
        [m + neck + 4, neckY - 2, 0],
        [m + neck * 0.8, neckY + depth * 0.8],
        [m, neckY + depth + 14],
        [m - neck * 0.8, neckY + depth * 0.8],
      ]),
      { fill: "inside", rise: 0 },
    ),
    {
      kind: "shade",
      d: spline([
        [m - neck, neckY + depth * 0.3, 0],
        [m, neckY + depth * 0.62],
        [m + neck, neckY + depth * 0.3, 0],
        [m + neck * 0.7, neckY + depth],
        [m, neckY + depth + 10],
        [m - neck * 0.7, neckY + depth],
      ]),
      opacity: 0.45,
      blur: 8,
    },
  ];
  return label ? [...items, ...neckLabel(neckY + backRise + 12)] : items;
}

/** A woven label, with two lines that represent lettering. */
export function neckLabel(y: number, width = 54): Item[] {
  const m = 600;
  return [
    piece(
      `M${m - width / 2} ${y}L${m + width / 2} ${y}L${m + width / 2} ${y + 25}L${m - width / 2} ${y + 25}Z`,
      {
        fill: "#f4efe6",
        rise: 0,
        lift: 2,
      },
    ),
    {
      kind: "edge",
      d: line([m - 17, y + 10, 0], [m + 17, y + 10, 0]),
      width: 3.2,
      color: "#23262d",
    },
    { kind: "edge", d: line([m - 9, y + 18, 0], [m + 9, y + 18, 0]), width: 1.8, color: "#23262d" },
  ];
}

/** A horizontal band from one half width down to another, as at hems and waists. */
export function band(
  top: number,
  topY: number,
  bottom: number,
  bottomY: number,
  drop: number,
  look: Omit<Piece, "kind" | "d"> = {},
): Piece {
  const m = 600;
  return piece(
    spline([
      [m - top, topY, 0],
      [m, topY + drop],
      [m + top, topY, 0],
      [m + bottom + 5, (topY + bottomY) / 2],
      [m + bottom, bottomY, 0],
      [m, bottomY + drop],
      [m - bottom, bottomY, 0],
      [m - bottom - 5, (topY + bottomY) / 2],
    ]),
    { roll: 14, rise: 0.34, plain: true, ...look },
  );
}
