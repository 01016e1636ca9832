import type { Cloth } from "../catalogue/types.ts";
import type { Place } from "./paths.ts";

/** A ridge (height above 0) or a valley (below 0) in a piece of cloth, as a filled path. */
export type Fold = { d: string; height: number; edge: "wide" | "soft" | "crisp" };

/** What a part is made of: the product's cloth, its lining, or its own color. */
export type Fill = "cloth" | "inside" | "lining" | `#${string}`;

/** One part. Parts are painted in the order of the list, each over the previous ones. */
export type Piece = {
  kind: "piece";
  d: string;
  fill?: Fill;
  /** From -1 to 1: darker than its fill below 0, lighter above 0. */
  shade?: number;
  /** How far the edge rolls away from the light, in pixels. */
  roll?: number;
  /** How strongly the edge rolls, 0 to 1. */
  rise?: number;
  folds?: Fold[];
  /** Degrees by which the grain (print and weave) is rotated. */
  grain?: number;
  /** A different surface than the product's cloth, such as ribbing on a cuff or leather on a handle. */
  surface?: Cloth | "smooth" | "chevron";
  /** Prints cover parts made of the product's cloth, except where this is true. */
  plain?: boolean;
  /** The length of the shadow it casts on the parts below, in pixels. */
  lift?: number;
  /** Holes show the paper, as in a ring or a gap between handles. */
  evenOdd?: boolean;
  /** Not outlined. */
  soft?: boolean;
};

/** A line on the cloth: a sewn seam, a row of stitches, or a plain edge. */
export type Line = {
  kind: "seam" | "stitch" | "edge";
  d: string;
  width?: number;
  color?: string;
};

/** A button or snap, with its radius in pixels. */
export type Button = {
  kind: "button";
  at: Place;
  radius: number;
  color?: string;
  holes?: 0 | 2 | 4;
  metal?: boolean;
};

/** Hardware and trims that are not affected by the light: painted unchanged, above the cloth. */
export type Trim = {
  kind: "trim";
  d: string;
  fill?: string;
  stroke?: string;
  width?: number;
  dash?: string;
  opacity?: number;
  /** Left out of the technical drawing. */
  paintOnly?: boolean;
};

/** Shade without its own edge, such as under a lapel or inside a fold. Blurred in pixels. */
export type Shade = { kind: "shade"; d: string; opacity: number; blur: number; light?: boolean };

/** Anything a drawing is made of. */
export type Item = Piece | Line | Button | Trim | Shade;

/** The measuring points. Labels are those of the size tables, in lower case. */
export type Measures = Record<string, readonly [from: Place, to: Place]>;

/** A cut drawn for one product: the painted items, in order, and the measuring points. */
export type Drawing = {
  front: Item[];
  back: Item[];
  measures: Measures;
  /** The upper and lower end of the grain arrow; absent for drawings without one, such as knits, shoes and hats. */
  grainLine?: readonly [Place, Place];
  /** Scale on the sheet. Default: 1. */
  scale?: number;
  /** Degrees of rotation, in addition to the tilt of every picture. */
  turn?: number;
  /** The board's point that is placed in the center of the sheet. */
  center?: Place;
};

/**
 * What the drawing of a cut may depend on: the cloth's color and surface, and a stream of random numbers of its own.
 */
export type Bench = {
  color: string;
  cloth: Cloth;
  edge: string;
  random: () => number;
  /** A random number from -1 to 1. */
  chance: () => number;
  /** Whether the product's link names a detail: "cowl-back-slip-dress" contains "cowl". */
  says: (word: string) => boolean;
};

/** Draws a cut with the given variations. */
export type CutDrawer = (bench: Bench) => Drawing;
