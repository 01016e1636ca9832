/**
 * The maximum width of a line, in letters of average width. Longer names are split into several lines, so that their
 * words stay large.
 */
const longestLine = 10;

/**
 * The class with the largest font size at which the footer's name fits on one line on screens of 320 px and more. For a
 * long name, its longest word must fit.
 */
export function wordmarkSize(name: string): string {
  const whole = widthOf(name);
  const longest = whole <= longestLine ? whole : Math.max(...name.split(/[\s-]+/).map(widthOf));
  return (sizes.find(([width]) => longest <= width) ?? smallest)[1];
}

/** The width of a word in letters of average width. */
function widthOf(word: string): number {
  const spaces = word.match(/\s/g)?.length ?? 0;
  return word.length - 0.5 * spaces + 0.45 * (word.match(/[mw]/gi)?.length ?? 0);
}

// Pairs of maximum width and class, for the default typeface. --display-scale adjusts the sizes for wider typefaces.
// The shortest names have enough room without it.
const sizes: readonly [number, string][] = [
  [5, "wordmark-31vw-unscaled"],
  [7, "wordmark-31vw"],
  [10, "wordmark-19vw"],
  [14, "wordmark-13vw"],
];
const smallest: [number, string] = [Infinity, "wordmark-7vw"];
