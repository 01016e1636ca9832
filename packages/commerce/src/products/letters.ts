const signs = new Intl.Segmenter("und", { granularity: "grapheme" });
const shown = /[\p{L}\p{N}\p{P}\p{S}]/u;
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/**
 * A longer character is cut to this many code points. A family emoji has eleven, but a letter may have any number of
 * marks.
 */
const maxCodePoints = 16;

/**
 * The first visible characters of a text, as readers see them: an emoji of several code points, or a letter with its
 * marks, is one character.
 */
export function firstSigns(text: string, count: number): string {
  const first: string[] = [];
  for (const { segment } of signs.segment(text)) {
    if (first.length === count) break;
    if (shown.test(segment.replaceAll(unseen, "")))
      first.push(Array.from(segment).slice(0, maxCodePoints).join(""));
  }
  return first.join("");
}
