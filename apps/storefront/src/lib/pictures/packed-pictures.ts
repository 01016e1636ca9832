import { variantSlug } from "@vetrina/commerce/products/variants";
import type { Shown } from "./picture.tsx";

type Packable = Pick<Shown, "url" | "width" | "height" | "widths">;

/**
 * What several images have in common: the size, the widths of the files, and the URL except for the image's own folder.
 */
export type PictureShape = readonly [
  width: number,
  height: number,
  widths: readonly number[],
  folder: string,
  file: string,
];
/**
 * The image's own folder in its URL. If it starts with the expected beginning (`beginningOf`), only the rest is stored;
 * otherwise all of it, after a slash. A string alone has shape 0; a tuple contains the index of its shape.
 */
export type PackedPicture = string | readonly [own: string, shape: number];

/** Packs a page's images. Each new shape is added to `shapes`. */
export function picturePacker() {
  const shapes: PictureShape[] = [];
  const known = new Map<string, number>();
  /** Packs an image. `beginning`: the expected beginning of the image's own folder, left out if it is there. */
  function pack({ url, width, height, widths }: Packable, beginning: string): PackedPicture {
    const end = Math.max(0, url.lastIndexOf("/"));
    const start = Math.min(end, url.lastIndexOf("/", end - 1) + 1);
    const shape: PictureShape = [width, height, widths, url.slice(0, start), url.slice(end)];
    const key = JSON.stringify(shape);
    const at = known.get(key) ?? shapes.push(shape) - 1;
    known.set(key, at);
    const name = url.slice(start, end);
    const own =
      beginning !== "" && name.startsWith(beginning) ? name.slice(beginning.length) : `/${name}`;
    return at === 0 ? own : [own, at];
  }
  return { shapes, pack };
}

export function unpackPicture(
  packed: PackedPicture,
  beginning: string,
  shapes: readonly PictureShape[],
): Packable {
  const [own, at] = typeof packed === "string" ? [packed, 0] : packed;
  const [width, height, widths, folder, file] = shapes[at] ?? [0, 0, [], "", ""];
  const name = own.startsWith("/") ? own.slice(1) : beginning + own;
  return { url: folder + name + file, width, height, widths: [...widths] };
}

/**
 * The expected beginning of a product image's own folder. Right for folders named after the product and the color, as
 * in the demo stores. `color`: null for an image of all colors.
 */
export function beginningOf(link: string, color: string | null): string {
  return color === null ? link : `${link}-${variantSlug(color)}`;
}
