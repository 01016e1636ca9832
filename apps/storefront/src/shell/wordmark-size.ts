/** Longer names take several lines, so that their words stay large. */
const longestLine = 10;

/**
 * The maximum font size of the name in the footer at which it fits on one line, or its longest word does if the name is
 * long, from 320 px up.
 */
export function wordmarkSize(name: string): string {
  const whole = widthOf(name);
  const longest = whole <= longestLine ? whole : Math.max(...name.split(/[\s-]+/).map(widthOf));
  return (sizes.find(([width]) => longest <= width) ?? smallest)[1];
}

/** Measured in letters of average width. */
function widthOf(word: string): number {
  const spaces = word.match(/\s/g)?.length ?? 0;
  return word.length - 0.5 * spaces + 0.45 * (word.match(/[mw]/gi)?.length ?? 0);
}

// Wider typefaces are handled by --display-scale. Short names have enough room.
const sizes: readonly [number, string][] = [
  [5, "wordmark-31vw-unscaled"],
  [7, "wordmark-31vw"],
  [10, "wordmark-19vw"],
  [14, "wordmark-13vw"],
];
const smallest: [number, string] = [Infinity, "wordmark-7vw"];
