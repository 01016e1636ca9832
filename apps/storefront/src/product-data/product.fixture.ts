import type { PageImage, PageProduct, PageVariant } from "./page-product.ts";

const sizes = ["S", "M"];
const colors = ["Navy", "Camel"];

/** An image of one color, or of all colors if `color` is null. */
export function picture(name: string, color: string | null): PageImage {
  return {
    url: `/media/coat-${name}/640.webp`,
    alt: name,
    width: 1200,
    height: 1500,
    widths: [320, 640],
    color,
    kind: "PHOTO",
  };
}

/** A coat in two colors and two sizes. `stock` has units by variant name; the default is 9. */
export function coat(stock: Record<string, number> = {}): PageProduct {
  const variants = colors.flatMap((color) => sizes.map((size) => variantOf(color, size, stock)));
  return {
    id: "0198e000-0000-7000-8000-000000000001",
    link: "coat",
    name: "Coat",
    seoTitle: null,
    metaDescription: "A coat.",
    category: "outerwear",
    department: "women",
    vendor: null,
    composition: "100% wool",
    care: [],
    measurements: [],
    bodyMeasurements: [],
    currency: "USD",
    options: [
      { name: "Color", values: colors.map((value) => ({ value, swatch: "#223355" })) },
      { name: "Size", values: sizes.map((value) => ({ value, swatch: null })) },
    ],
    kinds: { color: "Color", size: "Size" },
    rating: { average: null, count: 0 },
    sale: null,
    description: "<p>A coat.</p>",
    variants,
    images: [
      picture("navy", "Navy"),
      picture("camel", "Camel"),
      { ...picture("technical", null), kind: "DRAWING" },
    ],
  };
}

function variantOf(color: string, size: string, stock: Record<string, number>): PageVariant {
  const name = `${color} / ${size}`;
  const units = stock[name] ?? 9;
  return {
    id: `id of ${name}`,
    name,
    slug: name.toLowerCase().replace(" / ", "-"),
    sku: null,
    price: size === "M" ? 120 : 90,
    regularPrice: null,
    stock: units,
    maxQuantity: units,
    available: units > 0,
    backorderDate: null,
    lowestPrice: null,
    options: { Color: color, Size: size },
  };
}
