import { lettering, letteringWidth } from "./letters.ts";
import { openSheet, paperSheet } from "./light.ts";
import { sheet } from "./render.ts";

/** A picture on a store's own pages. `bleed` pixels of its SVG are cut off at every edge. */
export type Scene = {
  key: string;
  width: number;
  height: number;
  bleed: number;
  svg: () => string;
};

/** The parts of a store that a scene uses. */
export type SceneStore = { slug: string; name: string; papers: Readonly<Record<string, string>> };

export type SceneSize = { width: number; height: number; bleed: number };

export const portrait: SceneSize = { width: 1600, height: 2000, bleed: 0 };
export const card: SceneSize = { width: 1200, height: 630, bleed: 0 };
/** The sizes of a hero. Text is placed on the paper to the left of the subject, or below it on narrow screens. */
export const hero = {
  wide: { width: 2400, height: 1100, bleed: 0 },
  tall: { width: 1600, height: 1680, bleed: 0 },
} as const satisfies Record<string, SceneSize>;
/** The sizes of a collection banner, which has a hero's layout. */
export const banner = {
  wide: { width: 2400, height: 760, bleed: 0 },
  tall: { width: 1600, height: 1000, bleed: 0 },
} as const satisfies Record<string, SceneSize>;
/** The sizes of the behind-the-scenes picture. Pages show the whole picture at every screen width. */
export const bench = {
  wide: { width: 2400, height: 1000, bleed: 0 },
  tall: portrait,
} as const satisfies Record<string, SceneSize>;

/** Art on a lit sheet of paper that ends at the picture's edges. */
export function on(paper: string, { width, height }: SceneSize, ...art: string[]): string {
  return sheet(width, height, paperSheet(paper, width, height) + art.join(""));
}

/** Art on a sheet whose color the page continues. The art may not touch the sheet's edges. */
export function onOpen(paper: string, { width, height }: SceneSize, ...art: string[]): string {
  return sheet(width, height, openSheet(paper, width, height) + art.join(""));
}

/** Places art that is drawn around its own center at a point of the scene. */
export function placed(x: number, y: number, scale: number, ...art: string[]): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})">${art.join("")}</g>`;
}

export function wordmark(name: string, x: number, y: number, height: number): string {
  const word = name.toUpperCase();
  const width = letteringWidth(word, height, 0.2);
  return (
    lettering(word, x, y, height, "#14171c", 0.2) +
    `<path d="M${x} ${y + height + 34}H${x + width}" stroke="#14171c" stroke-width="4"/>`
  );
}
