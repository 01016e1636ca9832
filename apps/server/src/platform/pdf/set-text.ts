import type PdfDocument from "pdfkit";
import { type Face, faceFor, type Typeface } from "./faces.ts";
import { type Direction, directionOf, isTurned, mirrored, spansOf } from "./text-direction.ts";

/** `size` in points. */
export type Style = { typeface: Typeface; size: number; color: string };
type Document = InstanceType<typeof PdfDocument>;
/** Consecutive characters in the same font and direction. */
type Run = { face: Face; text: string };
export type Line = { runs: Run[]; width: number };

const letters = new Intl.Segmenter("und", { granularity: "grapheme" });
/** Shown in place of a letter that no font has. */
const unknown = "\u{FFFD}";
/** Invisible characters, except direction marks, which are still needed to find the text's direction. */
const invisible = /[[\p{C}\p{Variation_Selector}]--[\u061c\u200e\u200f\u2066-\u2069]]/gv;

/**
 * Breaks text into lines of at most `width` points, between words, or within a word that is longer than a line. `base`:
 * the direction of the whole text; if absent, determined by its first letter.
 */
export function linesOf(
  doc: Document,
  text: string,
  style: Style,
  width: number,
  base = directionOf(text),
): Line[] {
  const lines: Line[] = [];
  const space = lineOf(doc, "x x", style).width - lineOf(doc, "xx", style).width;
  let words: string[] = [];
  let used = 0;
  const end = () => {
    lines.push(lineOf(doc, words.join(" "), style, base));
    [words, used] = [[], 0];
  };
  for (const word of clean(text).split(" ")) {
    const [head, ...rest] = partsOf(doc, word, style, width);
    for (const part of [head ?? "", ...rest]) {
      const partWidth = lineOf(doc, part, style).width;
      if (words.length > 0 && (part !== head || used + space + partWidth > width)) end();
      used += (words.length > 0 ? space : 0) + partWidth;
      words.push(part);
    }
  }
  end();
  return lines;
}

/** Lays out text in one line, however long. */
export function lineOf(
  doc: Document,
  text: string,
  style: Style,
  base: Direction = directionOf(text),
): Line {
  const runs = spansOf(clean(text), base).flatMap((span) => {
    const inOrder = runsOf(span.text, style.typeface);
    return span.isRightToLeft ? inOrder.toReversed().map(turned) : inOrder;
  });
  return { runs, width: runs.reduce((sum, run) => sum + widthOf(doc, run, style), 0) };
}

function turned(run: Run): Run {
  // The font's layout reverses right-to-left letters itself.
  return isTurned(run.text) ? run : { ...run, text: mirrored(run.text) };
}

/** Draws a line with its baseline at `y`. It starts at `x`, or ends at `right`. */
export function drawLine(
  doc: Document,
  line: Line,
  style: Style,
  at: { x: number; y: number } | { right: number; y: number },
): void {
  let x = "right" in at ? at.right - line.width : at.x;
  doc.fillColor(style.color).fontSize(style.size);
  for (const run of line.runs) {
    const options = { lineBreak: false, baseline: "alphabetic", ...inOneGo(run.text) } as const;
    use(doc, run.face).text(run.text, x, at.y, options);
    x += widthOf(doc, run, style);
  }
}

/** Normalizes spaces and composed letters, and removes invisible characters except marks of direction. */
function clean(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/[\p{Z}\s]+/gu, " ")
    .replaceAll(invisible, "")
    .trim();
}

/** Splits a word into parts that each fit a line; most words are one part. */
function partsOf(doc: Document, word: string, style: Style, width: number): string[] {
  if (lineOf(doc, word, style).width <= width) return [word];
  const parts: string[] = [];
  let [part, used] = ["", 0];
  for (const { segment } of letters.segment(word)) {
    const letterWidth = lineOf(doc, segment, style).width;
    if (part !== "" && used + letterWidth > width) {
      parts.push(part);
      [part, used] = ["", 0];
    }
    part += segment;
    used += letterWidth;
  }
  return [...parts, part];
}

function runsOf(text: string, typeface: Typeface): Run[] {
  const runs: Run[] = [];
  for (const { segment } of letters.segment(text)) {
    const last = runs.at(-1);
    if (last !== undefined && segment === " " && last.face.font.hasGlyphForCodePoint(0x20)) {
      last.text += segment;
      continue;
    }
    const face = faceFor(typeface, segment);
    const shown = face === null ? unknown : segment;
    const used = face ?? faceFor(typeface, unknown);
    if (used === null) continue;
    if (last?.face === used) last.text += shown;
    else runs.push({ face: used, text: shown });
  }
  return runs;
}

const widths = new Map<string, number>();
const maxWidths = 50_000;

/** The width of a run. Cached for all documents, because layout takes longer than drawing. */
function widthOf(doc: Document, { face, text }: Run, { size }: Style): number {
  const key = `${face.name} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    width = use(doc, face).fontSize(1).widthOfString(text, inOneGo(text));
    if (widths.size >= maxWidths) widths.clear();
    widths.set(key, width);
  }
  return width * size;
}

/** Without this feature, pdfkit sets text word by word, which reverses the order of right-to-left words. */
function inOneGo(text: string): { features?: PDFKit.Mixins.OpenTypeFeatures[] } {
  return isTurned(text) ? { features: ["kern"] } : {};
}

function use(doc: Document, { name, font }: Face): Document {
  // pdfkit also accepts a parsed font, which its types omit.
  return doc.registerFont(name, font as unknown as Buffer).font(name);
}
