import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Direction, isTurned } from "./text-direction.ts";
import { unpackWoff } from "./unpack-woff.ts";

/** The text styles of a document, set in the storefront's two typefaces. */
export type Typeface = "text" | "bold" | "display";

/** A parsed font, named after its file. */
export type Face = { name: string; font: Font };
/** The parts of a font parsed by fontkit that are used here. */
type Font = {
  hasGlyphForCodePoint(codePoint: number): boolean;
  glyphForCodePoint(codePoint: number): { path: Outline };
  getGlyph(id: number, codePoints?: readonly number[]): Glyph | null;
  layout(
    text: string,
    features?: string[] | Record<string, boolean>,
    script?: string,
    language?: string,
    direction?: Direction,
  ): Layout;
};
type Glyph = { codePoints: readonly number[] };
/** The glyphs of some text with their positions; the caller may change the positions. */
type Layout = { positions: object[] };
/** In the font's units, the y axis pointing up. */
type Outline = {
  toSVG(): string;
  bbox: { minX: number; minY: number; maxX: number; maxY: number };
};

const scripts = ["cyrillic", "cyrillic-ext", "greek", "greek-ext", "vietnamese", "devanagari"];

/**
 * The font files of a style, in order: a character is shown in the first font that has it. UnifontEX is plain, but
 * covers nearly every script.
 */
function filesOf(typeface: Typeface): string[] {
  const weight = typeface === "text" ? 400 : 700;
  const noto = [
    ...["latin", "latin-ext", ...scripts].map((set) => fileOf("noto-sans", set, weight)),
    fileOf("noto-sans-arabic", "arabic", weight),
    fileOf("noto-sans-hebrew", "hebrew", weight),
    fileOf("unifontex", "latin", 400),
  ];
  const hanken = ["latin", "latin-ext"].map((set) =>
    fileOf("hanken-grotesk", set, typeface === "text" ? 400 : 600),
  );
  const sofia = ["latin", "latin-ext", "cyrillic", "greek"].map((set) =>
    fileOf("sofia-sans-extra-condensed", set, 800),
  );
  return [...(typeface === "display" ? sofia : []), ...hanken, ...noto];
}

/** A .woff file, because pdfkit can't subset composed letters such as ë from a .woff2. */
function fileOf(family: string, set: string, weight: number): string {
  return `@fontsource/${family}/files/${family}-${set}-${weight}-normal.woff`;
}

const require = createRequire(import.meta.url);
/** The package has no types. */
const { create } = require("fontkit") as { create: (file: Uint8Array) => Font };
const opened = new Map<string, Face>();
const files = { text: filesOf("text"), bold: filesOf("bold"), display: filesOf("display") };
const found = new Map<string, Face | null>();
const maxFound = 20_000;

/** The font of this style that can draw the whole letter, including its accents; null if none can. */
export function faceFor(typeface: Typeface, letter: string): Face | null {
  const key = `${typeface} ${letter}`;
  let face = found.get(key);
  if (face === undefined) {
    face = search(typeface, letter);
    if (found.size >= maxFound) found.clear();
    found.set(key, face);
  }
  return face;
}

function search(typeface: Typeface, letter: string): Face | null {
  const codePoints = Array.from(letter, (character) => character.codePointAt(0) ?? 0);
  for (const file of files[typeface]) {
    const face = open(file);
    if (codePoints.every((codePoint) => face.font.hasGlyphForCodePoint(codePoint))) return face;
  }
  return null;
}

/** Opened on first use and kept parsed for all documents, because parsing takes longer than drawing a page of text. */
function open(file: string): Face {
  let face = opened.get(file);
  if (face === undefined) {
    face = {
      name: file,
      font: keepLayouts(withOwnLetters(create(unpackWoff(readFileSync(require.resolve(file)))))),
    };
    opened.set(file, face);
  }
  return face;
}

/**
 * Returns each glyph with the characters it is used for. Fontkit caches a glyph with the characters of its first use: É
 * loads the glyph of E without characters, and no E in later documents could then be copied, searched or read aloud.
 */
function withOwnLetters(font: Font): Font {
  const get = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints = []) => {
    const glyph = get(id, codePoints);
    const isOther = codePoints.length > 0 && codePoints.join() !== glyph?.codePoints.join();
    if (glyph === null || !isOther) return glyph;
    return Object.create(glyph, { codePoints: { value: codePoints } }) as Glyph;
  };
  return font;
}

const maxLayoutCharacters = 200_000;
/** Turns off the positioning of marks, because fontkit throws there if a font lacks the anchors for it. */
const withoutMarks = { mark: false, mkmk: false };

/**
 * Caches layouts, because layout is the most expensive step and pdfkit does it three times per text. pdfkit then scales
 * the positions in place, so each call gets a copy of them.
 */
function keepLayouts(font: Font): Font {
  const layouts = new Map<string, Layout>();
  const set = font.layout.bind(font);
  let characters = 0;
  font.layout = (text, features) => {
    const key = `${JSON.stringify(features)} ${text}`;
    const layout = layouts.get(key) ?? setSafely(set, text, features ?? {});
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

/**
 * Lays out text, without mark positioning if fontkit throws. Sets the direction, because fontkit derives it from the
 * script and would reverse Arabic digits.
 */
function setSafely(
  set: Font["layout"],
  text: string,
  features: string[] | Record<string, boolean>,
): Layout {
  const direction = isTurned(text) ? "rtl" : "ltr";
  try {
    return set(text, features, undefined, undefined, direction);
  } catch {
    return set(text, withoutMarks, undefined, undefined, direction);
  }
}
