import { variantSlug } from "@vetrina/commerce/products/variants";
import type { Shown } from "./picture.tsx";

type Packable = Pick<Shown, "url" | "width" | "height" | "widths">;

/**
 * The properties that several images share: the size, the widths of the files, and the parts of the URL before and
 * after the image's own part.
 */
export type PictureShape = readonly [
  width: number,
  height: number,
  widths: readonly number[],
  folder: string,
  file: string,
];
/**
 * The image's own part of its URL. If it starts with the expected beginning (`beginningOf`), the beginning is left out;
 * otherwise the whole part is stored with a slash in front. A string means shape 0; a tuple has its shape's index.
 */
export type PackedPicture = string | readonly [own: string, shape: number];

/** Packs a page's images. Each new shape is added to `shapes`. */
export function picturePacker() {
  const shapes: PictureShape[] = [];
  const known = new Map<string, number>();
  /** Packs an image. Leaves `beginning` out if the image's own part of the URL starts with it. */
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
 * The expected beginning of a product image's own part of its URL. It fits files that are named after the product and
 * the color, as in the demo stores. `color` is null for an image of all colors.
 */
export function beginningOf(link: string, color: string | null): string {
  return color === null ? link : `${link}-${variantSlug(color)}`;
}
