/** The maximum font size of the name in the footer at which its longest word fits on one line, from 320 px up. */
export function wordmarkSize(name: string): string {
  const longest = Math.max(...name.split(/[\s-]+/).map(widthOf));
  return (sizes.find(([width]) => longest <= width) ?? smallest)[1];
}

/** Measured in letters of average width. */
function widthOf(word: string): number {
  return word.length + 0.45 * (word.match(/[mw]/gi)?.length ?? 0);
}

// Wider typefaces are handled by --display-scale. Short names have enough room.
const sizes: readonly [number, string][] = [
  [5, "wordmark-31vw-unscaled"],
  [7, "wordmark-31vw"],
  [10, "wordmark-19vw"],
  [14, "wordmark-13vw"],
];
const smallest: [number, string] = [Infinity, "wordmark-7vw"];
