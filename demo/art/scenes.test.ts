// @module-tag slow

import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { papers } from "./light.ts";
import { fileName, picturesFolder } from "./manifest.ts";
import { allPictures, pictureStores } from "./pictures.ts";

/**
 * The color behind both the text and the subject of each scene. On the page, the section uses the theme token with the
 * name of the paper.
 */
const tones: Record<string, string> = {
  "sorvela/hero": papers["sand"] ?? "",
  "sorvela/banner": papers["oat"] ?? "",
  "tordo/hero": pictureStores[1]?.papers["slate"] ?? "",
  "tordo/banner": pictureStores[1]?.papers["oat"] ?? "",
};
const scenes = allPictures().filter(({ key }) => key.replace(/-(?:wide|tall)$/, "") in tones);

test("each hero and banner has a wide and a tall scene", () => {
  expect(scenes.map(({ key }) => key)).toHaveLength(8);
});

test.each(scenes.map((scene) => [scene.key, scene] as const))(
  "%s keeps its background's color along every edge",
  async (key, { encodings }) => {
    const tone = tones[key.replace(/-(?:wide|tall)$/, "")] ?? "";
    const paper = [1, 3, 5].map((at) => Number.parseInt(tone.slice(at, at + 2), 16));
    for (const encoding of encodings) {
      const file = join(picturesFolder, key, fileName(encoding));
      const { data, info } = await sharp(file)
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      let largest = 0;
      data.forEach((value, i) => {
        const x = Math.floor(i / 3) % info.width;
        const y = Math.floor(i / 3 / info.width);
        const isEdge = x === 0 || y === 0 || x === info.width - 1 || y === info.height - 1;
        if (isEdge) largest = Math.max(largest, Math.abs(value - (paper[i % 3] ?? 0)));
      });
      // WebP gets a larger tolerance because it rounds colors coarsely. Browsers that support AVIF never load it.
      expect({ file: fileName(encoding), largest }).toMatchObject({
        largest: expect.toSatisfy((one: number) => one <= (encoding.format === "webp" ? 8 : 3)),
      });
    }
  },
);
