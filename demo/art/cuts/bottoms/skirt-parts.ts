import type { Measures } from "../../model.ts";
import type { Point } from "../../paths.ts";

const m = 600;

/** The points of a wavy skirt hem. It sags by `drop` in the middle, and has `waves` waves. */
export function wavyHem(
  random: () => number,
  left: number,
  right: number,
  y: number,
  drop: number,
  waves: number,
): Point[] {
  const points: Point[] = [];
  for (let i = 0; i <= waves * 2; i += 1) {
    const t = i / (waves * 2);
    const x = right + (left - right) * t;
    const sag = drop * Math.sin(Math.PI * t);
    const lift = i === 0 || i === waves * 2 ? 0 : (i % 2 === 0 ? -1 : 1) * (5 + random() * 8);
    points.push(i === 0 || i === waves * 2 ? [x, y + sag, 0] : [x, y + sag + lift]);
  }
  return points;
}

/** The points between which a skirt's measurements are taken. */
export function skirtMeasures(
  waist: number,
  top: number,
  hip: number,
  hipY: number,
  hem: number,
  bottom: number,
): Measures {
  return {
    waist: [
      [m - waist, top - 22],
      [m + waist, top - 22],
    ],
    length: [
      [m + hem + 36, top],
      [m + hem + 36, bottom],
    ],
    hip: [
      [m - hip, hipY],
      [m + hip, hipY],
    ],
    hem: [
      [m - hem, bottom + 34],
      [m + hem, bottom + 34],
    ],
  };
}
