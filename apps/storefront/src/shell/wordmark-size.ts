/** The maximum font size of the name in the footer at which its longest word fits on one line, from 320 px up. */
export function wordmarkSize(name: string): string {
  const longest = Math.max(...name.split(/[\s-]+/).map(widthOf));
  return (sizes.find(([width]) => longest <= width) ?? smallest)[1];
}

/** In letters of average width. */
function widthOf(word: string): number {
  return word.length + 0.45 * (word.match(/[mw]/gi)?.length ?? 0);
}

// Wider typefaces are handled by --display-scale. Short names have enough room.
const sizes: readonly [number, string][] = [
  [5, "text-[clamp(6rem,31vw,29rem)]"],
  [7, "text-[calc(clamp(6rem,31vw,29rem)*var(--display-scale))]"],
  [10, "text-[calc(clamp(3.5rem,19vw,18rem)*var(--display-scale))]"],
  [14, "text-[calc(clamp(2.5rem,13vw,12rem)*var(--display-scale))]"],
];
const smallest: [number, string] = [
  Infinity,
  "text-[calc(clamp(1.5rem,7vw,7rem)*var(--display-scale))]",
];
