import {
  noiseFilter,
  printPattern,
  puffGradient,
  sheenOf,
  type Surface,
  weavePattern,
} from "./cloth.ts";
import { dark, lite } from "./color.ts";
import { fold } from "./folds.ts";
import { reliefFilter } from "./light.ts";
import type { Fold } from "./model.ts";
import { boardHeight, boardWidth } from "./paths.ts";
import { randomFrom } from "./random.ts";
import type { Garment } from "./render.ts";

/** The magnification of the detail, relative to the picture of the whole product. */
const near = 3;

/** Number of pixels to cut off at every edge, where the filters lack input. */
export const bleed = 40;

/** A close-up of the cloth with its weave, print and folds: 1200 x 1500 pixels plus the bleed. */
export function clothMacro(garment: Garment): string {
  const { cloth, color, seed } = garment;
  const random = randomFrom(`${seed}/cloth`);
  const surface: Surface = cloth === "knit" && seed.includes("chevron") ? "chevron" : cloth;
  const sheen = sheenOf(surface);
  const turn = Math.round((random() - 0.5) * 24);
  const print = printPattern("print", garment.print ?? "plain", color, turn, near * 0.8);
  const weave = weavePattern("weave", surface, turn, near);
  const area = `<rect x="-50" y="-50" width="${boardWidth + 100}" height="${boardHeight + 100}"`;
  const stiff =
    cloth === "leather" ||
    cloth === "suede" ||
    cloth === "canvas" ||
    cloth === "denim" ||
    cloth === "quilted";
  const heights = waves(random, stiff)
    .map(
      (one) =>
        `<path d="${one.d}" fill="${one.height > 0 ? "#fff" : "#000"}" opacity="${Math.min(0.95, Math.abs(one.height)).toFixed(2)}"/>`,
    )
    .join("");
  const [w, h] = [boardWidth + 2 * bleed, boardHeight + 2 * bleed];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="${-bleed} ${-bleed} ${w} ${h}"><defs>${puffGradient}${print ?? ""}${weave ?? ""}` +
    noiseFilter("noise", surface, near) +
    reliefFilter(
      "relief",
      { ...sheen, shade: sheen.shade * 1.1, shine: Math.min(sheen.shine, 0.8) },
      color,
    ) +
    `<filter id="wide" x="-20%" y="-20%" width="140%" height="140%" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="${stiff ? 34 : 26}"/></filter>` +
    `<radialGradient id="sky" cx=".18" cy=".12" r="1.2"><stop offset="0" stop-color="${lite(color, 0.8)}" stop-opacity=".34"/><stop offset=".5" stop-color="${color}" stop-opacity="0"/><stop offset="1" stop-color="${dark(color, 0.8)}" stop-opacity=".42"/></radialGradient></defs>` +
    `${area} fill="${color}"/>` +
    (print === undefined ? "" : `${area} fill="url(#print)"/>`) +
    (weave === undefined ? "" : `${area} fill="url(#weave)"/>`) +
    (sheen.noise > 0
      ? `${area} filter="url(#noise)" opacity="${(sheen.noise * 1.1).toFixed(2)}"/>`
      : "") +
    `<g filter="url(#relief)"><rect x="-200" y="-200" width="1600" height="1900" fill="#808080"/><g filter="url(#wide)">${heights}</g></g>` +
    `${area} fill="url(#sky)"/></svg>`
  );
}

/** A few long folds that cross the frame, each a ridge next to a valley, with smaller ones in between. */
function waves(random: () => number, stiff: boolean): Fold[] {
  const folds: Fold[] = [];
  const count = stiff ? 3 : 5;
  const slope = 0.5 + random() * 0.5;
  for (let i = 0; i < count; i += 1) {
    const y = -260 + ((i + random() * 0.5) / count) * 2000;
    const bend = (random() - 0.5) * 240;
    const width = stiff ? 240 : 130 + random() * 110;
    const end = y - boardWidth * slope * 0.55 + (random() - 0.5) * 300;
    folds.push(
      fold([-120, y + 260], [boardWidth + 120, end + 260], {
        from: width,
        to: width * (0.3 + random() * 0.7),
        height: 0.62,
        bend,
      }),
      fold([-120, y + 260 + width * 0.95], [boardWidth + 120, end + 260 + width * 0.7], {
        from: width,
        to: width * (0.4 + random() * 0.5),
        height: -0.58,
        bend,
      }),
    );
  }
  return folds;
}
