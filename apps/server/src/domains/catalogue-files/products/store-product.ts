import type { ImageKind } from "@vetrina/contract/common";
import type { Product, ProductOption } from "@vetrina/contract/catalogue/products";

/** A variant as the store has it; amounts in minor units. */
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
  /** The units that may be sold beyond the stock. */
  backorderLimit: number;
  /** The quantity in the last import that had one; null if none did. */
  importedQuantity: number | null;
};

/** A picture stored under /media, or one still at its address. */
export type PictureSource =
  | { key: string; remoteUrl: null; width: number; height: number; widths: number[] }
  | { key: null; remoteUrl: string; width: number; height: number; widths: [] };

export type StoreImage = PictureSource & {
  id: string;
  alt: string;
  color: string | null;
  kind: ImageKind;
  /** False for a picture added by staff. */
  imported: boolean;
};

/** A product as the store has it; deleted ones are not included. */
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

/** The owner of a SKU in the store. */
export type SkuOwner = { sku: string; variantId: string; link: string };
