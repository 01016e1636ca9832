import {
  beginningOf,
  type PackedPicture,
  type PictureShape,
  picturePacker,
  unpackPicture,
} from "../lib/pictures/packed-pictures.ts";
import type { PageImage, PageProduct } from "./page-product.ts";
import { type PackedVariant, packVariants, unpackVariants } from "./packed-variants.ts";

type Option = PageProduct["options"][number];
type Measurement = PageProduct["measurements"][number];

type PackedOption = [name: string, values: (string | [value: string, swatch: string])[]];
/** The lengths in each row are in the order of `sizes`, with null for a size without a length. */
type PackedMeasurements = {
  sizes: string[];
  rows: [label: string, letter: string, ...lengths: (number | null)[]][];
};
type PackedImage = [
  picture: PackedPicture,
  alt: string,
  color: string | null,
  /** The image's kind; left out if it is PHOTO. */
  kind?: PageImage["kind"],
];

/** A product as its page's data contains it. Its long lists have no field names. */
export type PackedProduct = Omit<
  PageProduct,
  "variants" | "options" | "kinds" | "measurements" | "bodyMeasurements" | "images"
> & {
  /** The indexes of the color option and the size option; -1 for an option that the product doesn't have. */
  kinds: [color: number, size: number];
  /** Left out if there are none. */
  bodyMeasurements?: PageProduct["bodyMeasurements"];
  variants: PackedVariant[];
  options: PackedOption[];
  measurements: PackedMeasurements;
  images: { shapes: readonly PictureShape[]; list: PackedImage[] };
};

export function packProduct(product: PageProduct): PackedProduct {
  const { shapes, pack } = picturePacker();
  const { bodyMeasurements, ...rest } = product;
  const place = (of: string | null) => product.options.findIndex(({ name }) => name === of);
  return {
    ...rest,
    ...(bodyMeasurements.length > 0 ? { bodyMeasurements } : {}),
    kinds: [place(product.kinds.color), place(product.kinds.size)],
    variants: packVariants(product.variants, product.options),
    options: product.options.map(({ name, values }) => [
      name,
      values.map(({ value, swatch }) => (swatch === null ? value : [value, swatch])),
    ]),
    measurements: packMeasurements(product.measurements),
    images: {
      list: product.images.map((image): PackedImage => {
        const picture = pack(image, beginningOf(product.link, image.color));
        const { alt, color, kind } = image;
        return kind === "PHOTO" ? [picture, alt, color] : [picture, alt, color, kind];
      }),
      shapes,
    },
  };
}

export function unpackProduct({ variants, options, ...packed }: PackedProduct): PageProduct {
  const own = options.map(unpackOption);
  const [color, size] = packed.kinds;
  return {
    ...packed,
    kinds: { color: own[color]?.name ?? null, size: own[size]?.name ?? null },
    bodyMeasurements: packed.bodyMeasurements ?? [],
    variants: unpackVariants(variants, own),
    options: own,
    measurements: unpackMeasurements(packed.measurements),
    images: unpackImages(packed),
  };
}

/** Unpacks only a product's images. */
export function unpackImages({
  link,
  images: { shapes, list },
}: Pick<PackedProduct, "link" | "images">): PageImage[] {
  return list.map(([picture, alt, color, kind = "PHOTO"]) => ({
    ...unpackPicture(picture, beginningOf(link, color), shapes),
    alt,
    color,
    kind,
  }));
}

function unpackOption([name, values]: PackedOption): Option {
  return {
    name,
    values: values.map((one) => {
      const [value, swatch] = typeof one === "string" ? [one, null] : one;
      return { value, swatch };
    }),
  };
}

function packMeasurements(measurements: readonly Measurement[]): PackedMeasurements {
  const sizes = [...new Set(measurements.flatMap(({ bySize }) => Object.keys(bySize)))];
  return {
    sizes,
    rows: measurements.map(({ label, letter, bySize }) => [
      label,
      letter,
      ...sizes.map((size) => bySize[size] ?? null),
    ]),
  };
}

function unpackMeasurements({ sizes, rows }: PackedMeasurements): Measurement[] {
  return rows.map(([label, letter, ...lengths]) => ({
    label,
    letter,
    bySize: Object.fromEntries(
      sizes.flatMap((size, i) => {
        const length = lengths[i] ?? null;
        return length === null ? [] : [[size, length] as const];
      }),
    ),
  }));
}
