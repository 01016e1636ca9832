import { pictureWidths } from "@vetrina/commerce/constants";
import { products as sorvelaProducts } from "../catalogue/sorvela.ts";
import { paper as tordoPapers, products as tordoProducts } from "../catalogue/tordo.ts";
import { pictureKey, type DemoColor, type DemoProduct, type View } from "../catalogue/types.ts";
import { papers } from "./light.ts";
import { bleed, clothMacro } from "./macro.ts";
import { flatLay, type Garment } from "./render.ts";
import type { Scene, SceneStore } from "./scene-parts.ts";
import { scenesOf } from "./scenes.ts";
import { technicalSheet } from "./technical.ts";

/**
 * One encoded file of a picture. quality (1 to 100) and effort (AVIF, 0 to 9, default 3) are the encoder's own scales.
 */
export type Encoding = {
  width: number;
  format: "avif" | "webp" | "jpg";
  quality: number;
  effort?: number;
};

/** A picture to draw. Its key is its folder under demo/pictures, and its size is that of the largest file. */
export type Picture = {
  key: string;
  width: number;
  height: number;
  /**
   * Returns the drawing, `boardWidth` wide (1200, except in scenes), plus a border of `bleed` pixels that is cut off.
   */
  svg: () => string;
  boardWidth: number;
  bleed: number;
  encodings: readonly Encoding[];
};

/** A store with its paper colors and products. */
export type PictureStore = SceneStore & { products: readonly DemoProduct[] };

/** The demo stores with their products and the paper colors of their pictures. */
export const pictureStores: readonly PictureStore[] = [
  { slug: "sorvela", name: "Sorvela", papers, products: sorvelaProducts },
  { slug: "tordo", name: "Tordo", papers: tordoPapers, products: tordoProducts },
];

const avif = (width: number, quality: number): Encoding => ({ width, format: "avif", quality });
const webp = (quality: number): Encoding => ({ width: 640, format: "webp", quality });
/** An encoding for the files that phones load first and most often. It takes longer, but makes smaller files. */
const tight = (width: number, quality: number): Encoding => ({
  ...avif(width, quality),
  effort: 5,
});

/**
 * The encodings of each view, chosen to keep all pictures below 20 MB. Front views get the best, because every card
 * shows one. 360 pixels fit a card on a phone of 390 px (two per row, 2x density) or on a wide screen (four per row).
 */
const encodings: Record<View, readonly Encoding[]> = {
  front: [tight(360, 46), avif(640, 46), avif(960, 42), webp(48)],
  back: [avif(640, 42), avif(960, 38), webp(40)],
  technical: [avif(640, 36), avif(960, 34), webp(30)],
  cloth: [avif(640, 36), avif(960, 34), webp(36)],
};

/**
 * Encodings of a scene in the widths that pages request. These few pictures are the first on their pages, so they get
 * the longest encoding time.
 */
function sceneEncodings(width: number): Encoding[] {
  const qualities: Record<number, number> = { 360: 50, 640: 48, 960: 46, 1600: 44, 2400: 40 };
  const thorough = (one: number): Encoding => ({
    width: one,
    format: "avif",
    quality: qualities[one] ?? 44,
    effort: 6,
  });
  return [...pictureWidths.filter((one) => one <= width).map(thorough), webp(60)];
}

/** Every picture of the demo: four views of each product, and the scenes of each store's pages. */
export function allPictures(stores: readonly PictureStore[] = pictureStores): Picture[] {
  return stores.flatMap((store) => [
    ...store.products.flatMap((product) => productPictures(store, product)),
    ...scenesOf(store).map((scene) => scenePicture(scene)),
  ]);
}

function scenePicture({ key, width, height, bleed, svg }: Scene): Picture {
  const card: Encoding = { width: 1200, format: "jpg", quality: 80 };
  return {
    key,
    width,
    height,
    svg,
    boardWidth: width,
    bleed,
    encodings: width === card.width ? [card] : sceneEncodings(width),
  };
}

function productPictures(store: PictureStore, product: DemoProduct): Picture[] {
  const first = product.colors[0];
  if (first === undefined) return [];
  const of = (view: View, color: DemoColor, svg: () => string): Picture => ({
    key: pictureKey(store.slug, product.link, view, color.name),
    width: 960,
    height: 1200,
    svg,
    boardWidth: 1200,
    bleed: view === "cloth" ? bleed : 0,
    encodings: encodings[view],
  });
  const garment = (color: DemoColor): Garment => ({
    cut: product.cut,
    cloth: product.cloth,
    print: product.print,
    color: color.hex,
    seed: product.link,
  });
  return [
    ...product.colors.flatMap((color) =>
      (["front", "back"] as const).map((side) =>
        of(side, color, () => flatLay(garment(color), store.papers[color.tone] ?? first.hex, side)),
      ),
    ),
    of("technical", first, () => technicalSheet(garment(first), product.measures)),
    of("cloth", first, () => clothMacro(garment(first))),
  ];
}
