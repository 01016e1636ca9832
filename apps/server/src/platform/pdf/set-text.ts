import type PdfDocument from "pdfkit";
import { type Face, faceFor, type Voice } from "./faces.ts";

/** `size` in points. */
export type Style = { voice: Voice; size: number; color: string };
type Document = InstanceType<typeof PdfDocument>;
/** What one face shows at a stretch. */
type Run = { face: Face; text: string };
export type Line = { runs: Run[]; width: number };

const letters = new Intl.Segmenter("und", { granularity: "grapheme" });
/** Shown where no face has a letter: something stood there. */
const unknown = "\u{FFFD}";
const rightToLeft = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Breaks text into lines of at most `width` points, between words, or within one that is longer than a line. */
export function linesOf(doc: Document, text: string, style: Style, width: number): Line[] {
  const lines: Line[] = [];
  const space = lineOf(doc, "x x", style).width - lineOf(doc, "xx", style).width;
  let words: string[] = [];
  let used = 0;
  const end = () => {
    lines.push(lineOf(doc, words.join(" "), style));
    [words, used] = [[], 0];
  };
  for (const word of clean(text).split(" ")) {
    const [whole, ...parts] = piecesOf(doc, word, style, width);
    for (const piece of [whole ?? "", ...parts]) {
      const pieceWidth = lineOf(doc, piece, style).width;
      if (words.length > 0 && (piece !== whole || used + space + pieceWidth > width)) end();
      used += (words.length > 0 ? space : 0) + pieceWidth;
      words.push(piece);
    }
  }
  end();
  return lines;
}

/** One line, however long. */
export function lineOf(doc: Document, text: string, style: Style): Line {
  const runs = runsOf(clean(text), style.voice);
  const width = runs.reduce((sum, run) => sum + widthOf(doc, run, style), 0);
  return { runs: rightToLeft.test(text) ? runs.toReversed() : runs, width };
}

/** Draws a line from `x` on its baseline; with `right` so that it ends there. */
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

/** One kind of space, letters composed, nothing invisible. */
function clean(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/[\p{Z}\s]+/gu, " ")
    .replaceAll(/[\p{C}\p{Variation_Selector}]/gu, "")
    .trim();
}

/** A word in pieces that each fit a line: one piece, for most words. */
function piecesOf(doc: Document, word: string, style: Style, width: number): string[] {
  if (lineOf(doc, word, style).width <= width) return [word];
  const pieces: string[] = [];
  let [piece, used] = ["", 0];
  for (const { segment } of letters.segment(word)) {
    const letterWidth = lineOf(doc, segment, style).width;
    if (piece !== "" && used + letterWidth > width) {
      pieces.push(piece);
      [piece, used] = ["", 0];
    }
    piece += segment;
    used += letterWidth;
  }
  return [...pieces, piece];
}

function runsOf(text: string, voice: Voice): Run[] {
  const runs: Run[] = [];
  for (const { segment } of letters.segment(text)) {
    const last = runs.at(-1);
    if (last !== undefined && segment === " " && last.face.font.hasGlyphForCodePoint(0x20)) {
      last.text += segment;
      continue;
    }
    const face = faceFor(voice, segment);
    const shown = face === null ? unknown : segment;
    const used = face ?? faceFor(voice, unknown);
    if (used === null) continue;
    if (last?.face === used) last.text += shown;
    else runs.push({ face: used, text: shown });
  }
  return runs;
}

const widths = new Map<string, number>();
const maxWidths = 50_000;

/** Measured once for all documents: setting a text costs more than drawing it. */
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

/** Word by word, as pdfkit sets text by itself, words that run from the right would stand in the wrong order. */
function inOneGo(text: string): { features?: PDFKit.Mixins.OpenTypeFeatures[] } {
  return rightToLeft.test(text) ? { features: ["kern"] } : {};
}

function use(doc: Document, { name, font }: Face): Document {
  // pdfkit takes a parsed font as well as a file; its types do not say so.
  return doc.registerFont(name, font as unknown as Buffer).font(name);
}
