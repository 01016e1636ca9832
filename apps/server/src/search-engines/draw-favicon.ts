import { faceFor } from "../platform/pdf/faces.ts";
import { type Viewing, workOnShown } from "../platform/pictures/picture-work.ts";

const sides = [16, 32, 48];
/** The longer side of the letter in a square of 32 units. */
const letterHeight = 20;

type Look = { name: string; ink: string; paper: string };

/**
 * The first letter of the store's name on the store's ink color, as an ICO of three PNGs. A letter that no font has is
 * left out.
 */
export async function drawFavicon(look: Look, viewing: Viewing): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="${look.ink}" d="M0 0h32v32H0z"/>${letterOf(look)}</svg>`;
  return icoOf(await workOnShown(viewing, (run) => run("icons", { svg, sides })));
}

/** The letter as an outline, so that it looks the same on a machine without fonts. */
function letterOf({ name, paper }: Look): string {
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

/** An ICO file of PNGs: a header of 6 bytes, 16 bytes for each picture, and the pictures. */
function icoOf(pictures: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [i, picture] of pictures.entries()) {
    const at = 6 + 16 * i;
    const side = sides[i] ?? 0;
    head.writeUInt8(side, at);
    head.writeUInt8(side, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(picture.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += picture.length;
  }
  return Buffer.concat([head, ...pictures]);
}
