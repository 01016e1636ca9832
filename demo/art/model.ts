import type { Cloth } from "../catalogue/types.ts";
import type { Place } from "./paths.ts";

/** A ridge (height above 0) or a valley (height below 0) of the cloth, as a filled path. */
export type Fold = { d: string; height: number; edge: "wide" | "soft" | "crisp" };

/** The fill of a part: the product's cloth, the inside of the cloth, the lining, or a color of its own. */
export type Fill = "cloth" | "inside" | "lining" | `#${string}`;

/** One part of a garment. Parts are painted in the order of the list, each over the previous ones. */
export type Piece = {
  kind: "piece";
  d: string;
  fill?: Fill;
  /** Makes the part darker than its fill (down to -1) or lighter (up to 1). */
  shade?: number;
  /** The width of the edge that rolls away from the light, in pixels. */
  roll?: number;
  /** How strongly the edge rolls, from 0 to 1. */
  rise?: number;
  folds?: Fold[];
  /** The rotation of the grain (print and weave) in degrees. */
  grain?: number;
  /** The surface, if it isn't the product's cloth, such as ribbing on a cuff or leather on a handle. */
  surface?: Cloth | "smooth" | "chevron";
  /** Whether the product's print is left out on this part. Prints cover all other parts made of the product's cloth. */
  plain?: boolean;
  /** The length of the shadow that the part casts on the parts below, in pixels. */
  lift?: number;
  /** Whether inner outlines are holes that show the paper, as in a ring or a gap between handles. */
  evenOdd?: boolean;
  /** Whether the part has no outline. */
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

/** A trim or piece of hardware. Light doesn't affect it: it is painted unchanged, above the cloth. */
export type Trim = {
  kind: "trim";
  d: string;
  fill?: string;
  stroke?: string;
  width?: number;
  dash?: string;
  opacity?: number;
  /** Whether the trim is left out of the technical drawing. */
  paintOnly?: boolean;
};

/** Shade without an edge of its own, such as under a lapel or inside a fold. `blur` is in pixels. */
export type Shade = { kind: "shade"; d: string; opacity: number; blur: number; light?: boolean };

/** Any part of a drawing. */
export type Item = Piece | Line | Button | Trim | Shade;

/**
 * The two points between which each measurement is taken. The key is the measurement's label in the size tables, in
 * lower case.
 */
export type Measures = Record<string, readonly [from: Place, to: Place]>;

/** A cut drawn for one product: the painted items in order, and the points between which it is measured. */
export type Drawing = {
  front: Item[];
  back: Item[];
  measures: Measures;
  /**
   * The upper and lower end of the grain arrow. Missing in drawings without one, such as drawings of knits, shoes and
   * hats.
   */
  grainLine?: readonly [Place, Place];
  /** The scale on the sheet of paper. Default: 1. */
  scale?: number;
  /** The rotation in degrees, in addition to the picture's tilt. */
  turn?: number;
  /** The point of the board that is placed in the center of the sheet. */
  center?: Place;
};

/** What a cut is drawn with: the cloth's color and surface, the color of its edges, and random numbers of its own. */
export type Bench = {
  color: string;
  cloth: Cloth;
  edge: string;
  random: () => number;
  /** A random number from -1 to 1. */
  chance: () => number;
  /** Whether the product's link names a detail: `says("cowl")` is true for "cowl-back-slip-dress". */
  says: (word: string) => boolean;
};

/** Draws a cut. The details depend on the product's data in `bench`. */
export type CutDrawer = (bench: Bench) => Drawing;
