import type { ImageKind } from "@vetrina/contract/common";
import type { Product, ProductOption } from "@vetrina/contract/products";

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
  /** Pieces that may be sold beyond what there is. */
  backorderLimit: number;
  /** The quantity of the last import that named it; null where none did. */
  importedQuantity: number | null;
};

/** A picture that is kept under /media, or one that stays at its address. */
export type PictureSource =
  | { key: string; remoteUrl: null; width: number; height: number; widths: number[] }
  | { key: null; remoteUrl: string; width: number; height: number; widths: [] };

export type StoreImage = PictureSource & {
  id: string;
  alt: string;
  color: string | null;
  kind: ImageKind;
  /** False for one that people have added. */
  imported: boolean;
};

/** A product as the store has it, deleted ones apart. */
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
  | "measures"
  | "bodyMeasures"
  | "composition"
  | "care"
> & {
  metaDescription: string | null;
  options: ProductOption[];
  variants: StoreVariant[];
  images: StoreImage[];
};

/** Whose a SKU of the file is in the store. */
export type SkuOwner = { sku: string; variantId: string; link: string };
