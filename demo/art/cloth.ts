import type { Cloth, Print } from "../catalogue/types.ts";
import { brightness, dark, lite, mix } from "./color.ts";
import { r } from "./paths.ts";

/** The surface of a part of a drawing: a cloth, smooth, or the chevron stitch. */
export type Surface = Cloth | "smooth" | "chevron";

/**
 * How a surface reflects light: the strengths of shade and shine (0 to 1.5), how narrow the shine is (1 to 4), and the
 * strength of the noise.
 */
export type Sheen = { shade: number; shine: number; tight: number; noise: number };

const sheens: Record<Surface, Sheen> = {
  wool: { shade: 0.75, shine: 0.34, tight: 1, noise: 0.15 },
  twill: { shade: 0.8, shine: 0.42, tight: 1, noise: 0.08 },
  satin: { shade: 0.95, shine: 1.05, tight: 1.55, noise: 0.1 },
  knit: { shade: 0.7, shine: 0.36, tight: 1, noise: 0.1 },
  poplin: { shade: 0.8, shine: 0.55, tight: 1, noise: 0.08 },
  denim: { shade: 0.8, shine: 0.42, tight: 1, noise: 0.12 },
  leather: { shade: 0.95, shine: 1.05, tight: 1.9, noise: 0.1 },
  suede: { shade: 0.7, shine: 0.36, tight: 1, noise: 0.13 },
  canvas: { shade: 0.75, shine: 0.4, tight: 1, noise: 0.06 },
  jersey: { shade: 0.72, shine: 0.38, tight: 1, noise: 0.1 },
  ribbed: { shade: 0.7, shine: 0.36, tight: 1, noise: 0.08 },
  quilted: { shade: 0.85, shine: 0.6, tight: 1.2, noise: 0.08 },
  smooth: { shade: 0.8, shine: 0.6, tight: 1.2, noise: 0 },
  chevron: { shade: 0.7, shine: 0.36, tight: 1, noise: 0.1 },
};

export function sheenOf(surface: Surface): Sheen {
  return sheens[surface];
}

const black = (d: string, width: number, opacity: number) =>
  `<path d="${d}" fill="none" stroke="#000" stroke-opacity="${opacity}" stroke-width="${width}" stroke-linecap="round"/>`;
const white = (d: string, width: number, opacity: number) =>
  `<path d="${d}" fill="none" stroke="#fff" stroke-opacity="${opacity}" stroke-width="${width}" stroke-linecap="round"/>`;

type Tile = { width: number; height: number; art: string; turn?: number };

/** The weave of a surface as a small black-and-white tile, which works with every color. */
const weaves: Partial<Record<Surface, Tile>> = {
  knit: {
    width: 13,
    height: 11,
    art:
      `<rect width="13" height="11" fill="#000" fill-opacity=".17"/>` +
      white("M2.6 0.5L6 9.5M10.4 0.5L7 9.5M2.6 11.5L3 12.4M10.4 11.5L10 12.4", 3.1, 0.2) +
      black("M6.5 0V11", 0.9, 0.16),
  },
  chevron: {
    width: 72,
    height: 22,
    art:
      black("M0 4L18 17L36 4L54 17L72 4", 4.6, 0.2) +
      white("M0 -7L18 6L36 -7L54 6L72 -7M0 15L18 28L36 15L54 28L72 15", 4.6, 0.24) +
      Array.from({ length: 12 }, (_, i) => black(`M${i * 6} 0V22`, 0.9, 0.1)).join(""),
  },
  ribbed: {
    width: 11,
    height: 30,
    art:
      black("M2 -2V32", 3.2, 0.22) + black("M4.4 -2V32", 1.6, 0.07) + white("M7.4 -2V32", 3, 0.15),
  },
  twill: {
    width: 7,
    height: 7,
    turn: 32,
    art: black("M0 2H7", 1.7, 0.13) + white("M0 5H7", 1.5, 0.09),
  },
  denim: {
    width: 5,
    height: 5,
    turn: 38,
    art: black("M0 1.4H5", 1.5, 0.2) + white("M0 3.8H5", 1.4, 0.17),
  },
  poplin: { width: 5, height: 5, art: black("M0 1H5", 0.8, 0.05) + black("M1 0V5", 0.8, 0.04) },
  jersey: { width: 5, height: 6, art: black("M1 0V6", 1, 0.07) + white("M3.5 0V6", 1, 0.07) },
  canvas: {
    width: 10,
    height: 10,
    art:
      black("M0 0H10M0 5H10M0 10H10M0 0V10M5 0V10M10 0V10", 0.9, 0.13) +
      `<path d="M0 0H5V5H0ZM5 5H10V10H5Z" fill="#fff" fill-opacity=".11"/>`,
  },
  /** Horizontal channels between two seams, puckered along them. */
  quilted: {
    width: 104,
    height: 104,
    art:
      ["-104 0", "-52 0", "0 0", "52 0"]
        .map(
          (at) =>
            `<path d="M0 4H104V104H0Z" transform="translate(${at})" fill="url(#puff)" opacity=".6"/>`,
        )
        .join("") +
      black("M-2 102H106", 5, 0.4) +
      white("M-2 2H106", 3, 0.2) +
      `<path d="M0 102H104" fill="none" stroke="#fff" stroke-opacity=".2" stroke-width="1.4" stroke-dasharray="5 4"/>`,
  },
};

/** The gradient that all tiles of the quilted surface share. */
export const puffGradient =
  `<radialGradient id="puff" cx=".36" cy=".34" r=".72"><stop offset="0" stop-color="#fff" stop-opacity=".26"/>` +
  `<stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".26"/></radialGradient>`;

/** The SVG pattern of a surface's weave; undefined if the surface has only noise. */
export function weavePattern(
  id: string,
  surface: Surface,
  turn: number,
  scale: number,
): string | undefined {
  const tile = weaves[surface];
  return tile && pattern(id, { ...tile, turn: (tile.turn ?? 0) + turn }, scale);
}

/** The SVG pattern of a print on a cloth of the given color; undefined for a plain cloth. */
export function printPattern(
  id: string,
  print: Print,
  color: string,
  turn: number,
  scale: number,
): string | undefined {
  if (print === "plain") return undefined;
  const tile = prints[print](color, printInk(color));
  return pattern(id, { ...tile, turn: (tile.turn ?? 0) + turn }, scale);
}

function pattern(id: string, tile: Tile, scale: number): string {
  return (
    `<pattern id="${id}" width="${tile.width}" height="${tile.height}" patternUnits="userSpaceOnUse" ` +
    `patternTransform="translate(600 750) rotate(${r(tile.turn ?? 0)}) scale(${scale})">${tile.art}</pattern>`
  );
}

/** The color of a print: cream on dark cloths, a dark color on light ones. */
function printInk(color: string): string {
  return brightness(color) > 0.52
    ? mix(dark(color, 0.82), "#1c2740", 0.5)
    : mix(color, "#f6efe2", 0.88);
}

const prints: Record<Exclude<Print, "plain">, (color: string, ink: string) => Tile> = {
  stripe: (_, ink) => ({
    width: 30,
    height: 40,
    art: `<rect x="10" y="-1" width="4.4" height="42" fill="${ink}" opacity=".78"/>`,
  }),
  breton: (_, ink) => ({
    width: 60,
    height: 54,
    art: `<rect x="-1" y="16" width="62" height="19" fill="${ink}" opacity=".92"/>`,
  }),
  check: (color, ink) => ({
    width: 112,
    height: 112,
    art:
      `<path d="M0 14H112M0 34H112" stroke="${ink}" stroke-width="9" opacity=".34"/><path d="M14 0V112M34 0V112" stroke="${ink}" stroke-width="9" opacity=".34"/>` +
      `<path d="M0 80H112M80 0V112" stroke="${brightness(color) > 0.52 ? "#8c3b2e" : "#d9a25c"}" stroke-width="4" opacity=".55"/>` +
      `<path d="M0 24H112M24 0V112" stroke="${lite(color, 0.4)}" stroke-width="5" opacity=".3"/>`,
  }),
  dot: (_, ink) => ({
    width: 64,
    height: 64,
    turn: 8,
    art: `<circle cx="16" cy="16" r="8.4" fill="${ink}" opacity=".9"/><circle cx="48" cy="48" r="8.4" fill="${ink}" opacity=".9"/>`,
  }),
  houndstooth: (_, ink) => ({
    width: 44,
    height: 44,
    art: `<path d="${brokenTwill(5.5)}" fill="${ink}" opacity=".86"/>`,
  }),
  floral: (color, ink) => ({ width: 190, height: 190, turn: 12, art: flowers(color, ink) }),
};

/** Houndstooth as it is woven: four dark and four light threads in each direction, in a two-by-two twill. */
function brokenTwill(cell: number): string {
  let d = "";
  for (let x = 0; x < 8; x += 1) {
    for (let y = 0; y < 8; y += 1) {
      const warpOnTop = (x + y) % 4 < 2;
      if ((warpOnTop ? x : y) % 8 < 4)
        d += `M${x * cell} ${y * cell}h${cell + 0.2}v${cell + 0.2}h${-cell - 0.2}Z`;
    }
  }
  return d;
}

/** A meadow with blossoms of three sizes and leaves, placed so that no rows are visible. */
function flowers(color: string, ink: string): string {
  const petal = mix(ink, "#e9a08c", 0.42);
  const leaf = mix(mix(color, ink, 0.55), "#5f7d55", 0.5);
  const sprig = (x: number, y: number, turn: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})" fill="${leaf}"><path d="M0 0C6 -12 4 -26 0 -34C-4 -26 -6 -12 0 0Z"/>` +
    `<path d="M0 -4C10 -8 18 -18 20 -26C10 -24 2 -16 0 -4Z"/></g>`;
  return (
    sprig(58, 62, 140) +
    sprig(150, 30, 20) +
    sprig(120, 150, 250) +
    sprig(30, 150, 70) +
    blossom(46, 44, 1.15, 10, petal) +
    blossom(136, 58, 0.72, 40, ink) +
    blossom(98, 122, 0.95, 25, ink) +
    blossom(166, 150, 1.05, 60, petal) +
    blossom(28, 118, 0.55, 15, petal) +
    blossom(92, 20, 0.5, 0, petal) +
    blossom(60, 170, 0.66, 33, ink)
  );
}

const blossom = (x: number, y: number, size: number, turn: number, fill: string) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})">` +
  [0, 72, 144, 216, 288]
    .map(
      (a) =>
        `<path d="M0 0C-9 -7 -8 -19 0 -20C8 -19 9 -7 0 0Z" transform="rotate(${a})" fill="${fill}"/>`,
    )
    .join("") +
  `<circle r="4.6" fill="${dark(fill, 0.42)}"/></g>`;

/** Turbulence for nap, grain or slub: black and white specks over the cloth. */
export function noiseFilter(id: string, surface: Surface, scale = 1): string {
  const f = (value: number) => r2(value / scale);
  const shapes: Record<Surface, [frequency: string, octaves: number, seed: number, gain: number]> =
    {
      wool: [`${f(0.24)} ${f(0.28)}`, 3, 7, 3],
      twill: [`${f(0.05)} ${f(0.3)}`, 2, 3, 2.2],
      satin: [`${f(0.004)} ${f(0.012)}`, 2, 11, 2],
      knit: [f(0.06), 2, 5, 1.6],
      poplin: [`${f(0.02)} ${f(0.2)}`, 2, 9, 1.8],
      denim: [`${f(0.22)} ${f(0.03)}`, 3, 4, 2.8],
      leather: [f(0.34), 2, 21, 2.4],
      suede: [f(0.05), 4, 17, 2],
      canvas: [`${f(0.1)} ${f(0.1)}`, 2, 2, 2],
      jersey: [`${f(0.16)} ${f(0.03)}`, 2, 8, 1.8],
      ribbed: [f(0.06), 2, 5, 1.6],
      quilted: [f(0.05), 2, 6, 1.6],
      smooth: [f(0.05), 1, 1, 1],
      chevron: [f(0.06), 2, 5, 1.6],
    };
  const [frequency, octaves, seed, gain] = shapes[surface];
  return (
    `<filter id="${id}" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">` +
    `<feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="${octaves}" seed="${seed}" result="n"/>` +
    `<feColorMatrix in="n" values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  ${gain} 0 0 0 ${r2(-gain * 0.5)}" result="d"/>` +
    `<feColorMatrix in="n" values="0 0 0 0 1  0 0 0 0 1  0 0 0 0 1  ${-gain} 0 0 0 ${r2(gain * 0.5)}" result="l"/>` +
    `<feMerge><feMergeNode in="d"/><feMergeNode in="l"/></feMerge></filter>`
  );
}

function r2(value: number): string {
  return String(Math.round(value * 10000) / 10000);
}
