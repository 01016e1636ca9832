import type { LetterIcon } from "../platform/pictures/letter-icon.ts";
import { type Viewing, workOnShown } from "../platform/pictures/picture-work.ts";

const sides = [16, 32, 48];

/**
 * The first letter of the store's name on the store's ink color, as an ICO of three PNGs. A letter that no font has is
 * left out.
 */
export async function drawFavicon(icon: LetterIcon, viewing: Viewing): Promise<Buffer> {
  return icoOf(await workOnShown(viewing, (run) => run("icons", { icon, sides })));
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
