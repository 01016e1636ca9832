import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { unpackWoff } from "./unpack-woff.ts";

/** The voices of a document: the storefront's own two typefaces. */
export type Voice = "text" | "bold" | "display";

/** One font, and which characters it can show. */
export type Face = { name: string; font: Font };
/** A parsed font, as much of it as is asked for here. */
type Font = {
  hasGlyphForCodePoint(codePoint: number): boolean;
  glyphForCodePoint(codePoint: number): { path: Outline };
  layout(text: string, features?: string[] | Record<string, boolean>): Layout;
};
/** Which glyphs show a text, and where they stand; a reader may change the positions. */
type Layout = { positions: object[] };
/** In the font's units, the y axis upwards. */
type Outline = {
  toSVG(): string;
  bbox: { minX: number; minY: number; maxX: number; maxY: number };
};

const scripts = ["cyrillic", "cyrillic-ext", "greek", "greek-ext", "vietnamese", "devanagari"];

/** In this order: the first that can show a character shows it. UnifontEX is plain, but it has every script. */
function filesOf(voice: Voice): string[] {
  const weight = voice === "text" ? 400 : 700;
  const noto = [
    ...["latin", "latin-ext", ...scripts].map((set) => fileOf("noto-sans", set, weight)),
    fileOf("noto-sans-arabic", "arabic", weight),
    fileOf("noto-sans-hebrew", "hebrew", weight),
    fileOf("unifontex", "latin", 400),
  ];
  const hanken = ["latin", "latin-ext"].map((set) =>
    fileOf("hanken-grotesk", set, voice === "text" ? 400 : 600),
  );
  const sofia = ["latin", "latin-ext", "cyrillic", "greek"].map((set) =>
    fileOf("sofia-sans-extra-condensed", set, 800),
  );
  return [...(voice === "display" ? sofia : []), ...hanken, ...noto];
}

/** .woff: pdfkit can't cut composed letters such as ë out of a .woff2. */
function fileOf(family: string, set: string, weight: number): string {
  return `@fontsource/${family}/files/${family}-${set}-${weight}-normal.woff`;
}

const require = createRequire(import.meta.url);
/** It has no types of its own. */
const { create } = require("fontkit") as { create: (file: Uint8Array) => Font };
const opened = new Map<string, Face>();
const files = { text: filesOf("text"), bold: filesOf("bold"), display: filesOf("display") };
const found = new Map<string, Face | null>();
const maxFound = 20_000;

/** The face that shows all of a letter (with its accents) in this voice; null where none does. */
export function faceFor(voice: Voice, letter: string): Face | null {
  const key = `${voice} ${letter}`;
  let face = found.get(key);
  if (face === undefined) {
    face = search(voice, letter);
    if (found.size >= maxFound) found.clear();
    found.set(key, face);
  }
  return face;
}

function search(voice: Voice, letter: string): Face | null {
  const codePoints = Array.from(letter, (character) => character.codePointAt(0) ?? 0);
  for (const file of files[voice]) {
    const face = open(file);
    if (codePoints.every((codePoint) => face.font.hasGlyphForCodePoint(codePoint))) return face;
  }
  return null;
}

/** Read at first need and kept parsed for every document: parsing costs more than a page of text. */
function open(file: string): Face {
  let face = opened.get(file);
  if (face === undefined) {
    face = {
      name: file,
      font: keepLayouts(create(unpackWoff(readFileSync(require.resolve(file))))),
    };
    opened.set(file, face);
  }
  return face;
}

const maxLayoutCharacters = 200_000;
/** Anchors that are missing in a font stop fontkit where these look for them. */
const withoutMarks = { mark: false, mkmk: false };

/** Setting a text costs more than all else, and pdfkit asks for it three times, which it scales in place. */
function keepLayouts(font: Font): Font {
  const layouts = new Map<string, Layout>();
  const set = font.layout.bind(font);
  let characters = 0;
  font.layout = (text, features) => {
    const key = `${JSON.stringify(features)} ${text}`;
    const layout = layouts.get(key) ?? setSafely(set, text, features);
    if (!layouts.has(key)) {
      characters += text.length;
      if (characters > maxLayoutCharacters) {
        layouts.clear();
        characters = text.length;
      }
      layouts.set(key, layout);
    }
    const positions = layout.positions.map((position) => ({ ...position }));
    return Object.assign(Object.create(Object.getPrototypeOf(layout)), layout, { positions });
  };
  return font;
}

function setSafely(set: Font["layout"], ...[text, features]: Parameters<Font["layout"]>): Layout {
  try {
    return set(text, features);
  } catch {
    return set(text, withoutMarks);
  }
}
