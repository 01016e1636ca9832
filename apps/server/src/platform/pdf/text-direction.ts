import { createRequire } from "node:module";

export type Direction = "ltr" | "rtl";
/** Characters of one direction, in the order in which they are read. */
export type Span = { text: string; isRightToLeft: boolean };

/** The parts of the package that are used here; it has no types. */
type Bidi = {
  getEmbeddingLevels(text: string, base?: Direction): Levels;
  getMirroredCharacter(character: string): string | null;
};
type Levels = { levels: Uint8Array; paragraphs: { level: number }[] };

const bidi = (createRequire(import.meta.url)("bidi-js") as () => Bidi)();

/** Invisible marks and isolates, which determine the direction of the surrounding text. */
const marks = /[\u061c\u200e\u200f\u2066-\u2069]/g;
const mayTurn =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u061c\u200f\u2067]/u;

const turnedLetters =
  /[[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]&&\p{L}]/v;

/** Whether text of one direction has letters that are set from right to left. Arabic digits don't count. */
export function isTurned(text: string): boolean {
  return turnedLetters.test(text);
}

/** Wraps a number or name in Unicode isolates, so that it keeps its own direction in text of the other direction. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** The direction of a text, determined by its first letter. */
export function directionOf(text: string): Direction {
  if (!mayTurn.test(text)) return "ltr";
  return (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1 ? "rtl" : "ltr";
}

/**
 * Splits a line of text into spans in visual order, from left to right, by the Unicode Bidirectional Algorithm: numbers
 * and Latin words in Arabic text keep their direction. `base`: the paragraph's direction.
 */
export function spansOf(text: string, base: Direction): Span[] {
  if (!mayTurn.test(text)) return [{ text: text.replaceAll(marks, ""), isRightToLeft: false }];
  const { levels } = bidi.getEmbeddingLevels(text, base);
  const spans: { text: string; level: number }[] = [];
  for (let i = 0; i < text.length; i += 1) {
    const [level, last] = [levels[i] ?? 0, spans.at(-1)];
    if (last?.level === level) last.text += text[i];
    else spans.push({ text: text[i] ?? "", level });
  }
  return inVisualOrder(spans).flatMap(({ text: marked, level }) => {
    const bare = marked.replaceAll(marks, "");
    return bare === "" ? [] : [{ text: bare, isRightToLeft: level % 2 === 1 }];
  });
}

/**
 * Orders spans for display (rule L2): for each level from the highest down, reverses every sequence of spans of at
 * least that level.
 */
function inVisualOrder<T extends { level: number }>(spans: readonly T[]): T[] {
  const ordered = [...spans];
  const highest = Math.max(0, ...spans.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1)
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while ((ordered[end]?.level ?? 0) >= level) end += 1;
      if (end > start)
        ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed());
      start = Math.max(start, end);
    }
  return ordered;
}

const letters = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Reverses the characters of a right-to-left text for drawing from left to right, and mirrors its brackets. */
export function mirrored(text: string): string {
  return [...letters.segment(text)]
    .map(({ segment }) => bidi.getMirroredCharacter(segment) ?? segment)
    .toReversed()
    .join("");
}
