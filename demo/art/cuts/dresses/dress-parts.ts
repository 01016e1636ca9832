import type { Item, Measures } from "../../model.ts";
import { piece } from "../../parts.ts";
import { spline } from "../../paths.ts";

const m = 600;

type DressMeasures = {
  shoulderX: number;
  top: number;
  bust: number;
  bustY: number;
  waist: number;
  waistY: number;
  hem: number;
  bottom: number;
};

/** The points between which a dress's measurements are taken. */
export function dressMeasures(at: DressMeasures): Measures {
  return {
    length: [
      [m + Math.max(at.hem, at.bust) + 44, at.top],
      [m + Math.max(at.hem, at.bust) + 44, at.bottom],
    ],
    shoulder: [
      [m - at.shoulderX, at.top + 20],
      [m + at.shoulderX, at.top + 20],
    ],
    bust: [
      [m - at.bust, at.bustY],
      [m + at.bust, at.bustY],
    ],
    waist: [
      [m - at.waist, at.waistY],
      [m + at.waist, at.waistY],
    ],
    hem: [
      [m - at.hem, at.bottom + 34],
      [m + at.hem, at.bottom + 34],
    ],
  };
}

/** The back of a flared hem, visible below the wave of its front. */
export function hemShadow(half: number, y: number, sag = 34): Item {
  return piece(
    spline([
      [m - half + 12, y - 60, 0],
      [m + half - 12, y - 60, 0],
      [m + half - 16, y + 2, 0],
      [m, y + sag + 2],
      [m - half + 16, y + 2, 0],
    ]),
    { fill: "inside" },
  );
}
