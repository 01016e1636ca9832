/**
 * Makes the shop's two typefaces from the variable fonts on npm, with only Latin letters and the weights in use. Run it
 * after changing the weights or the letters: `node apps/storefront/fonts/subset.ts`. The result is committed.
 */
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

type Face = { package: string; file: string; out: string; wght: { min: number; max: number } };

const faces: Face[] = [
  {
    package: "@fontsource-variable/sofia-sans-extra-condensed",
    file: "sofia-sans-extra-condensed-latin-wght-normal.woff2",
    out: "display.woff2",
    wght: { min: 700, max: 800 },
  },
  {
    package: "@fontsource-variable/hanken-grotesk",
    file: "hanken-grotesk-latin-wght-normal.woff2",
    out: "text.woff2",
    wght: { min: 400, max: 600 },
  },
];

/** Basic Latin, Latin-1, a few more letters, and the punctuation, euro sign, arrows and star used on pages. */
function letters(): string {
  return `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŸıˆ˜–—‘’‚“”„†•…‰‹›€™−←↑→↓★`;
}

function range(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join("");
}

async function subset(face: Face): Promise<number> {
  const require = createRequire(import.meta.url);
  const source = await readFile(require.resolve(`${face.package}/files/${face.file}`));
  const font = await subsetFont(source, letters(), {
    targetFormat: "woff2",
    variationAxes: { wght: face.wght },
    keepFeatures: ["kern", "liga", "tnum", "lnum", "mark", "ccmp", "locl", "calt"],
    noHinting: true,
  });
  await writeFile(new URL(`../src/fonts/${face.out}`, import.meta.url), font);
  return font.byteLength;
}

for (const face of faces) {
  console.log(`${face.out} ${((await subset(face)) / 1024).toFixed(1)} KiB`);
}
