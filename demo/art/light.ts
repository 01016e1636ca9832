import type { Sheen } from "./cloth.ts";
import { boardHeight, boardWidth } from "./paths.ts";
import { dark, lite } from "./color.ts";

/** The paper colors that a product may lie on, by their names in the storefront's theme. */
export const papers: Readonly<Record<string, string>> = {
  sand: "#d8c4ae",
  blush: "#e7d2cc",
  fog: "#c5cfd8",
  oat: "#e5dccb",
  slate: "#9fb0c4",
  butter: "#e4cfae",
};

/** A sheet of paper lit by a window at the top left: soft bands of light from its two panes. */
export function paperSheet(tone: string, width = boardWidth, height = boardHeight): string {
  const pane = (x: number, w: number, opacity: number) =>
    `<path d="M${x} -80L${x + w} -80L${x + w + height * 0.62} ${height + 80}L${x + height * 0.62} ${height + 80}Z" fill="#fff" opacity="${opacity}"/>`;
  return (
    `<defs><radialGradient id="sky" cx=".22" cy=".14" r="1.15"><stop offset="0" stop-color="#fff" stop-opacity=".34"/>` +
    `<stop offset=".5" stop-color="#fff" stop-opacity=".05"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>` +
    `<radialGradient id="dusk" cx=".3" cy=".24" r="1.1"><stop offset=".45" stop-color="#000" stop-opacity="0"/>` +
    `<stop offset="1" stop-color="${dark(tone, 0.7)}" stop-opacity=".3"/></radialGradient>` +
    `<filter id="pane" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="34"/></filter></defs>` +
    `<rect width="${width}" height="${height}" fill="${tone}"/>` +
    `<g filter="url(#pane)">${pane(-width * 0.5, width * 0.36, 0.16)}${pane(-width * 0.09, width * 0.4, 0.16)}</g>` +
    `<rect width="${width}" height="${height}" fill="url(#sky)"/><rect width="${width}" height="${height}" fill="url(#dusk)"/>`
  );
}

/**
 * A sheet of paper whose light fades toward the edges. The edges have the plain color, so that a page of that color
 * continues the sheet seamlessly.
 */
export function openSheet(tone: string, width: number, height: number): string {
  const pane = (x: number, w: number) =>
    `<path d="M${x} -80L${x + w} -80L${x + w + height * 0.62} ${height + 80}L${x + height * 0.62} ${height + 80}Z" fill="#fff" opacity=".24"/>`;
  const [inset, blurred] = [Math.round(height * 0.17), Math.round(height * 0.07)];
  return (
    `<defs><filter id="pane" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="34"/></filter>` +
    `<filter id="fade" x="-30%" y="-50%" width="160%" height="200%"><feGaussianBlur stdDeviation="${blurred}"/></filter>` +
    `<mask id="inside"><rect x="${inset}" y="${inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" rx="${inset}" fill="#fff" filter="url(#fade)"/></mask></defs>` +
    `<rect width="${width}" height="${height}" fill="${tone}"/>` +
    `<g mask="url(#inside)"><g filter="url(#pane)">${[0.3, 0.58].map((at) => pane(width * at - height * 0.31, height * 0.5)).join("")}</g></g>`
  );
}

/**
 * The filter that lights a drawing in which gray stands for height (0.5 is flat). Slopes that face the top left shine;
 * the others are in shade. Takes slopes as the difference of two shifted copies, so that 8-bit heights look smooth.
 */
export function reliefFilter(id: string, sheen: Sheen, color: string): string {
  const shade = dark(color, 0.78);
  const shine = lite(color, sheen.tight > 1.5 ? 0.86 : 0.7);
  const tighten =
    sheen.tight > 1
      ? `<feComponentTransfer in="ll0" result="ll"><feFuncA type="gamma" amplitude="1.25" exponent="${sheen.tight}" offset="0"/></feComponentTransfer>`
      : `<feOffset in="ll0" result="ll"/>`;
  return (
    `<filter id="${id}" filterUnits="userSpaceOnUse" x="-100" y="-100" width="1400" height="1700" color-interpolation-filters="sRGB">` +
    `<feColorMatrix in="SourceGraphic" values="0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 1 0 0 0 0" result="h"/>` +
    slope("w", sheen.tight > 1.5 ? 6 : 4, 8, 1.6) +
    slope("c", 1.1, 2, 0.9) +
    tone("wd", "w", shade, -1, sheen.shade) +
    tone("ll0", "w", shine, 1, sheen.shine) +
    tighten +
    tone("cd", "c", shade, -1, sheen.shade * 0.75) +
    tone("cl", "c", shine, 1, Math.min(0.32, sheen.shine * 0.55)) +
    `<feMerge><feMergeNode in="wd"/><feMergeNode in="ll"/><feMergeNode in="cd"/><feMergeNode in="cl"/></feMerge></filter>`
  );
}

const tone = (name: string, from: string, color: string, sign: 1 | -1, strength: number) =>
  `<feColorMatrix in="${from}" values="${flat(color)} 0 0 0 ${sign * 2 * strength} ${-sign * strength}" result="${name}"/>`;

const slope = (name: string, blur: number, reach: number, gain: number) =>
  `<feGaussianBlur in="h" stdDeviation="${blur}" result="${name}b"/>` +
  `<feOffset in="${name}b" dx="${-reach}" dy="${-reach * 0.9}" result="${name}x"/>` +
  `<feOffset in="${name}b" dx="${reach}" dy="${reach * 0.9}" result="${name}y"/>` +
  `<feComposite in="${name}x" in2="${name}y" operator="arithmetic" k1="0" k2="${gain}" k3="${-gain}" k4=".5" result="${name}"/>`;

/** Three rows of a color matrix that turn every pixel into this color. */
function flat(color: string): string {
  return [1, 3, 5]
    .map((i) => `0 0 0 0 ${(Number.parseInt(color.slice(i, i + 2), 16) / 255).toFixed(3)}`)
    .join(" ");
}

/** The blur filters that all garments share, by name: for wide, soft and crisp folds, rolled edges, and shadows. */
export const sharedFilters = [
  blur("wide", 13, 0.3),
  blur("soft", 7, 0.3),
  blur("crisp", 3, 0.3),
  blur("roll", 9, 0.2),
  blur("cast", 30, 0.3),
  blur("contact", 8, 0.2),
  blur("near", 3, 0.2),
  blur("lift", 6, 0.4),
].join("");

function blur(id: string, deviation: number, margin: number): string {
  const m = margin * 100;
  return (
    `<filter id="${id}" x="-${m}%" y="-${m}%" width="${100 + 2 * m}%" height="${100 + 2 * m}%" color-interpolation-filters="sRGB">` +
    `<feGaussianBlur stdDeviation="${deviation}"/></filter>`
  );
}
