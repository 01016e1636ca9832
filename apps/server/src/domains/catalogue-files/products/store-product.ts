import type { ImageKind } from "@vetrina/contract/common";
import type { Product, ProductOption } from "@vetrina/contract/catalogue/products";

/** A variant as stored. Amounts are in minor units. */
export type StoreVariant = {
  id: string;
  name: string;
  slug: string;
  sku: string | null;
  barcode: string | null;
  price: number;
  regularPrice: number | null;
  weightGrams: number | null;
  options: Record<string, string>;
  position: number;
  onHand: number;
  reserved: number;
  /** The number of units that may be sold beyond the stock. */
  backorderLimit: number;
  /**
   * The quantity of the last import that set the stock; null if none did. If the next file has the same quantity, it is
   * ignored.
   */
  importedQuantity: number | null;
  /**
   * The quantity in the last export. Null if there was none, or if an import has set the stock since. Compared with
   * files that don't contain the exported quantity.
   */
  exportedQuantity: number | null;
};

/** A picture that is stored and served under /media, or one that is still at its original URL. */
export type PictureSource =
  | { key: string; remoteUrl: null; width: number; height: number; widths: number[] }
  | { key: null; remoteUrl: string; width: number; height: number; widths: [] };

export type StoreImage = PictureSource & {
  id: string;
  alt: string;
  color: string | null;
  kind: ImageKind;
  /** True if the picture is still at its original URL, or if an import has stored the same picture. */
  imported: boolean;
};

/** A product as stored. Deleted products are not included. */
export type StoreProduct = Pick<
  Product,
  | "id"
  | "link"
  | "name"
  | "description"
  | "seoTitle"
  | "seoDescription"
  | "publishedAt"
  | "status"
  | "category"
  | "department"
  | "vendor"
  | "tags"
  | "measurements"
  | "bodyMeasurements"
  | "composition"
  | "care"
  | "taxClass"
> & {
  metaDescription: string | null;
  options: ProductOption[];
  variants: StoreVariant[];
  images: StoreImage[];
};

/** The variant that has a SKU in the store, with its product's link. */
export type SkuOwner = {
  sku: string;
  variantId: string;
  name: string;
  options: Record<string, string>;
  link: string;
};
