import { dark, lite } from "./color.ts";
import { disc, r } from "./paths.ts";

/**
 * Places an object on the cutting table. It is drawn around its own center, with a shadow that falls as the garments'
 * shadows do.
 */

function laid(
  art: string,
  outline: string,
  x: number,
  y: number,
  turn: number,
  scale: number,
  height = 1,
): string {
  const cast = (dx: number, dy: number, filter: string, opacity: number) =>
    `<g filter="url(#${filter})" opacity="${opacity}" transform="translate(${r(dx * height)} ${r(dy * height)})"><g transform="rotate(${turn}) scale(${scale})" fill="#14161c" stroke="none">${outline}</g></g>`;
  return (
    `<g transform="translate(${x} ${y})">${cast(26, 34, "cast", 0.26)}${cast(8, 10, "contact", 0.34)}${cast(3, 4, "near", 0.4)}` +
    `<g transform="rotate(${turn}) scale(${scale})">${art}</g></g>`
  );
}

/** Tailor's shears, slightly open, 645 pixels long. */
export function shears(x: number, y: number, turn: number, scale = 1): string {
  const blade = "M-16 40L-30 -330C-26 -352 -12 -352 -6 -330L22 40Z";
  const bow =
    "M-14 30C-30 90 -96 120 -104 210C-108 286 -40 300 -8 262C20 226 22 120 24 40ZM-58 160C-34 140 -14 160 -20 200C-26 240 -66 262 -74 226C-78 200 -74 176 -58 160Z";
  const other =
    "M14 30C34 100 92 110 110 180C126 270 60 322 14 286C-20 256 -16 120 -22 40ZM52 150C86 150 92 220 72 250C46 276 18 250 20 206C22 176 30 152 52 150Z";
  const steel = `<linearGradient id="steel" x1="0" x2="1"><stop offset="0" stop-color="#eef1f4"/><stop offset=".5" stop-color="#b7bec7"/><stop offset="1" stop-color="#7f8893"/></linearGradient>`;
  const art =
    `<defs>${steel}</defs>` +
    one(blade, 9, "url(#steel)", "#5e6670") +
    one(other, 4, "#23262c", "#0e1013") +
    one(blade, -7, "url(#steel)", "#5e6670") +
    `<path transform="rotate(-7)" d="M-10 20L-20 -320" stroke="#fff" stroke-opacity=".8" stroke-width="3"/>` +
    one(bow, -4, "#2c3037", "#0e1013") +
    `<path transform="rotate(-4)" d="M-92 190C-84 150 -50 120 -24 84" stroke="#fff" stroke-opacity=".35" stroke-width="6" fill="none" stroke-linecap="round"/>` +
    `<path d="${disc(2, 26, 15)}" fill="#c9a25c" stroke="#7d5f2c" stroke-width="2.5"/><path d="M-6 20L10 32" stroke="#7d5f2c" stroke-width="3"/>`;
  const outline =
    one(blade, 9, "#14161c", "none") +
    one(blade, -7, "#14161c", "none") +
    one(bow, -4, "#14161c", "none") +
    one(other, 4, "#14161c", "none");
  return laid(art, outline, x, y, turn, scale);
}

const one = (d: string, lean: number, fill: string, edge: string) =>
  `<path transform="rotate(${lean})" d="${d}" fill="${fill}" fill-rule="evenodd" stroke="${edge}" stroke-width="2"/>`;

/** A piece of tailor's chalk, worn at one edge. */
export function chalk(x: number, y: number, turn: number, color = "#5c78d6", scale = 1): string {
  const d = "M-62 -34C-30 -46 30 -46 62 -34L54 34C26 44 -26 44 -54 34Z";
  return laid(
    `<path d="${d}" fill="${color}" stroke="${dark(color, 0.3)}" stroke-width="2"/><path d="M-58 -28C-28 -39 28 -39 58 -28" stroke="${lite(color, 0.6)}" stroke-width="5" fill="none"/><path d="M-30 -8H30M-22 8H22" stroke="${dark(color, 0.25)}" stroke-width="4" opacity=".6"/>`,
    `<path d="${d}"/>`,
    x,
    y,
    turn,
    scale,
    0.7,
  );
}

/** A tape measure along a path in the sheet's coordinates, with its marks and brass end. */
export function tape(d: string, color = "#efd98b", width = 40): string {
  const stroke = (paint: string, w: number, more = "") =>
    `<path d="${d}" fill="none" stroke="${paint}" stroke-width="${w}"${more}/>`;
  return (
    `<g filter="url(#contact)" transform="translate(8 11)" opacity=".4">${stroke("#14161c", width)}</g>` +
    `<g filter="url(#near)" transform="translate(3 4)" opacity=".4">${stroke("#14161c", width)}</g>` +
    stroke(dark(color, 0.3), width + 2) +
    stroke(color, width) +
    stroke(lite(color, 0.35), width * 0.5, ` opacity=".5"`) +
    stroke("#2c2a24", width * 0.86, ` stroke-dasharray="1.6 10.4"`) +
    stroke(color, width * 0.5) +
    stroke("#2c2a24", width * 0.8, ` stroke-dasharray="2.4 57.6"`) +
    stroke("#b3241c", width * 0.28, ` stroke-dasharray="3 57" stroke-dashoffset="-30"`)
  );
}

/** A pattern piece cut in card, with its grain arrow, notches and punched hole. */
export function patternCard(
  d: string,
  x: number,
  y: number,
  turn: number,
  scale: number,
  inner: string,
  color = "#e3cfa6",
): string {
  return laid(
    `<path d="${d}" fill="${color}" stroke="${dark(color, 0.35)}" stroke-width="2.5"/><g fill="none" stroke="#2b3350" stroke-width="3" opacity=".75">${inner}</g>`,
    `<path d="${d}"/>`,
    x,
    y,
    turn,
    scale,
    0.5,
  );
}

/** A reel of thread lying on its side. */
export function reel(x: number, y: number, turn: number, color: string, scale = 1): string {
  const wood = "#c79a63";
  const body = "M-46 -52C-20 -60 20 -60 46 -52L46 52C20 60 -20 60 -46 52Z";
  const flange = (at: number) =>
    `<rect x="${at - 9}" y="-70" width="18" height="140" rx="8" fill="${wood}" stroke="${dark(wood, 0.35)}" stroke-width="2"/>`;
  const winds = Array.from({ length: 15 }, (_, i) => `M${-42 + i * 6} -56L${-40 + i * 6} 56`).join(
    "",
  );
  return laid(
    `<path d="${body}" fill="${color}"/><path d="${winds}" stroke="${dark(color, 0.35)}" stroke-width="2" opacity=".6"/><path d="M-44 -30H44" stroke="${lite(color, 0.5)}" stroke-width="16" opacity=".35"/>${flange(-54)}${flange(54)}`,
    `<path d="${body}"/><rect x="-63" y="-70" width="18" height="140" rx="8"/><rect x="45" y="-70" width="18" height="140" rx="8"/>`,
    x,
    y,
    turn,
    scale,
    0.8,
  );
}

/** An awl with a turned handle. */
export function awl(x: number, y: number, turn: number, scale = 1, wood = "#8f5a32"): string {
  const handle = "M-20 30C-40 60 -44 130 -28 178C-18 204 18 204 28 178C44 130 40 60 20 30Z";
  return laid(
    `<path d="M-6 34L-2 -190L2 -190L6 34Z" fill="#b9c0c8" stroke="#5e6670" stroke-width="2"/><path d="M-18 8H18L22 40H-22Z" fill="#c9a25c" stroke="#7d5f2c" stroke-width="2"/>` +
      `<path d="${handle}" fill="${wood}" stroke="${dark(wood, 0.4)}" stroke-width="2.5"/><path d="M-22 70C-28 110 -24 150 -16 172" stroke="#fff" stroke-opacity=".4" stroke-width="8" fill="none" stroke-linecap="round"/>`,
    `<path d="M-6 34L-2 -190L2 -190L6 34Z"/><path d="${handle}"/>`,
    x,
    y,
    turn,
    scale,
    0.8,
  );
}

/** Scattered pins with glass heads. */
export function pins(
  places: readonly (readonly [x: number, y: number, turn: number])[],
  color = "#b3241c",
): string {
  return places
    .map(
      ([x, y, turn]) =>
        `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M3 5L3 95" stroke="#14161c" stroke-width="4" opacity=".25"/><path d="M0 0L0 92" stroke="#aab2bb" stroke-width="3.4"/><path d="${disc(0, 0, 10)}" fill="${color}"/><path d="${disc(-3, -3, 3)}" fill="#fff" opacity=".8"/></g>`,
    )
    .join("");
}

export function ruler(x: number, y: number, turn: number, length: number): string {
  const half = length / 2;
  const marks = Array.from(
    { length: Math.floor(length / 12) },
    (_, i) => `M${-half + 8 + i * 12} -34V${i % 5 === 0 ? -10 : -22}`,
  ).join("");
  return laid(
    `<rect x="${-half}" y="-34" width="${length}" height="68" fill="#d9b57c" stroke="#8a6636" stroke-width="2"/><path d="M${-half} 16H${half}" stroke="#c59d5e" stroke-width="6" opacity=".6"/><path d="${marks}" stroke="#3a2c18" stroke-width="2.4"/><path d="${disc(half - 30, 6, 10)}" fill="#8a6636" opacity=".7"/>`,
    `<rect x="${-half}" y="-34" width="${length}" height="68"/>`,
    x,
    y,
    turn,
    1,
    0.6,
  );
}
