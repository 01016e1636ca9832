import { r } from "./paths.ts";

/** Capital letters as strokes in a box 60 wide and 100 high, so that no picture depends on an installed font. */
const strokes: Record<string, string> = {
  A: "M4 100L30 0L56 100M14 66L46 66",
  B: "M8 0L8 100M8 0L28 0C60 0 60 47 28 47L8 47M28 47C66 47 66 100 28 100L8 100",
  C: "M54 26C54 -9 8 -9 8 28L8 72C8 109 54 109 54 74",
  D: "M8 0L8 100L24 100C56 100 55 74 55 50C55 26 56 0 24 0Z",
  E: "M52 0L8 0L8 100L52 100M8 48L44 48",
  L: "M8 0L8 100L50 100",
  O: "M8 28C8 -9 54 -9 54 28L54 72C54 109 8 109 8 72Z",
  R: "M8 100L8 0L28 0C62 0 62 50 28 50L8 50M30 50L56 100",
  S: "M53 24C52 -9 8 -9 8 25C8 58 54 44 54 76C54 109 8 109 7 76",
  T: "M30 0L30 100M2 0L58 0",
  V: "M4 0L30 100L56 0",
};

/**
 * A word in capital letters as one stroked path: left edge at x, baseline at y + height. Unknown letters are left out.
 */
export function lettering(
  text: string,
  x: number,
  y: number,
  height: number,
  color: string,
  weight = 0.15,
): string {
  const scale = height / 100;
  const step = 60 * scale + height * weight * 1.5;
  const letters = text.split("").filter((letter) => strokes[letter] !== undefined);
  return letters
    .map(
      (letter, i) =>
        `<path transform="translate(${r(x + i * step)} ${r(y)}) scale(${scale})" d="${strokes[letter] ?? ""}" fill="none" stroke="${color}" stroke-width="${r(weight * 100)}" stroke-linejoin="round"/>`,
    )
    .join("");
}

/** The width of a word drawn by `lettering`, if none of its letters are left out. */
export function letteringWidth(text: string, height: number, weight = 0.15): number {
  return text.length * (height * 0.6 + height * weight * 1.5) - height * weight * 1.5;
}
