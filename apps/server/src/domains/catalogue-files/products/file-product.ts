import type { Department, ProductStatus } from "@vetrina/contract/catalogue/product-inputs";
import type { Product } from "@vetrina/contract/catalogue/products";
import type { z } from "zod";

export type DepartmentName = z.infer<typeof Department>;

/**
 * A variant as written in the file. A field is undefined if the file has no such column; the store then keeps its
 * value.
 */
export type FileVariant = {
  /** The line number in the file. */
  row: number;
  /** Values by option name. Empty for a product without options. */
  options: Record<string, string>;
  sku: string | null | undefined;
  barcode: string | null | undefined;
  /** In minor units. */
  price: number | undefined;
  /** In minor units, or null if the variant is not reduced. */
  regularPrice: number | null | undefined;
  weightGrams: number | null | undefined;
  /** On-hand units. Negative if more units were sold than were in stock. */
  quantity: number | undefined;
  /** The quantity when the file was exported from a store. If `quantity` is the same, it was not edited. */
  exportedQuantity: number | undefined;
  /** Whether the variant may be back-ordered. */
  isBackordered: boolean | undefined;
};

/**
 * A picture as written in the file. `color` is the color of the variants that the picture belongs to, null if they have
 * several colors or none, and undefined if the file assigns the picture to no variant.
 */
export type FileImage = {
  row: number;
  url: string;
  alt: string | null;
  color: string | null | undefined;
};

/**
 * A product as written in the file. A field is undefined if the file has no such column; the store then keeps its
 * value.
 */
export type FileProduct = {
  row: number;
  /** The handle, which becomes the product's link in the shop. */
  link: string;
  name: string;
  /** Sanitized HTML. */
  description: string | undefined;
  vendor: string | null | undefined;
  category: string | null | undefined;
  /** The category as the file names it, in lower case. */
  type: string;
  department: DepartmentName | null | undefined;
  /** Derived from the title and tags. Used for a new product if the file has no value. */
  suggested: { category: string | null; department: DepartmentName | null };
  tags: string[] | undefined;
  status: z.infer<typeof ProductStatus> | undefined;
  seoTitle: string | null | undefined;
  /** Plain text. */
  metaDescription: string | null | undefined;
  /** Sanitized HTML that the product page shows instead of the description. */
  seoDescription: string | null | undefined;
  /** In ISO 8601. Also undefined if the cell is empty. */
  publishedAt: string | undefined;
  measurements: Product["measurements"] | undefined;
  bodyMeasurements: Product["bodyMeasurements"] | undefined;
  composition: string | null | undefined;
  care: string[] | undefined;
  /** "" means the standard tax class. */
  taxClass: string | undefined;
  /** Option names in order. Empty for a product without options. */
  optionNames: string[];
  variants: FileVariant[];
  images: FileImage[] | undefined;
};
