import { faceFor } from "../pdf/faces.ts";

/** The letter of a store's icon, which is the first of `name`, and the CSS colors of its square and of the letter. */
export type LetterIcon = { name: string; ink: string; paper: string };

/** The longer side of the letter in a square of 32 units. */
const letterHeight = 20;

/** Returns an SVG of a square with the letter in it. The letter is left out if no font has it. */
export function letterIcon(icon: LetterIcon): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="${icon.ink}" d="M0 0h32v32H0z"/>${letterOf(icon)}</svg>`;
}

/** The letter as an outline, so that it looks the same on a machine without fonts. */
function letterOf({ name, paper }: LetterIcon): string {
  const [letter = ""] = name.toUpperCase();
  const face = faceFor("display", letter);
  const codePoint = letter.codePointAt(0);
  if (face === null || codePoint === undefined) return "";
  const { path } = face.font.glyphForCodePoint(codePoint);
  const { minX, minY, maxX, maxY } = path.bbox;
  if (!(maxY > minY && maxX > minX)) return "";
  const scale = Math.min(letterHeight / (maxY - minY), letterHeight / (maxX - minX));
  const middle = `${-(minX + maxX) / 2} ${-(minY + maxY) / 2}`;
  return `<path fill="${paper}" transform="translate(16 16) scale(${scale} ${-scale}) translate(${middle})" d="${path.toSVG()}"/>`;
}
