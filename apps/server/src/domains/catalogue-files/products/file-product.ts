import type { Department, ProductStatus } from "@vetrina/contract/catalogue/product-inputs";
import type { Product } from "@vetrina/contract/catalogue/products";
import type { z } from "zod";

export type DepartmentName = z.infer<typeof Department>;

/** A variant as the file has it; a field is undefined if the file has no such column, so the store's value stays. */
export type FileVariant = {
  /** The line in the file. */
  row: number;
  /** Values by option name; {} for a product without options. */
  options: Record<string, string>;
  sku: string | null | undefined;
  barcode: string | null | undefined;
  /** Minor units. */
  price: number | undefined;
  /** Minor units; null if the variant is not reduced. */
  regularPrice: number | null | undefined;
  weightGrams: number | null | undefined;
  /** Units; negative if more were sold than in stock. */
  quantity: number | undefined;
  /** Whether it may be back-ordered. */
  isBackordered: boolean | undefined;
};

/**
 * A picture as the file has it. `color` is set if it belongs to the variants of one color, undefined if the file
 * assigns it to no variant.
 */
export type FileImage = {
  row: number;
  url: string;
  alt: string | null;
  color: string | null | undefined;
};

/** A product as the file has it; a field is undefined if the file has no such column, so the store's value stays. */
export type FileProduct = {
  row: number;
  /** The handle, which is the product's link in the shop. */
  link: string;
  name: string;
  /** Sanitized HTML. */
  description: string | undefined;
  vendor: string | null | undefined;
  category: string | null | undefined;
  /** The category in the file's own words, in lower case. */
  type: string;
  department: DepartmentName | null | undefined;
  /** Suggested by title and tags; used if neither file nor store has a value. */
  suggested: { category: string | null; department: DepartmentName | null };
  tags: string[] | undefined;
  status: z.infer<typeof ProductStatus> | undefined;
  seoTitle: string | null | undefined;
  /** Plain text. */
  metaDescription: string | null | undefined;
  /** Sanitized HTML that the product's page shows instead of the description. */
  seoDescription: string | null | undefined;
  /** ISO 8601; undefined also if the cell is empty. */
  publishedAt: string | undefined;
  measurements: Product["measurements"] | undefined;
  bodyMeasurements: Product["bodyMeasurements"] | undefined;
  composition: string | null | undefined;
  care: string[] | undefined;
  /** "": the standard class. */
  taxClass: string | undefined;
  /** Option names in their order; [] for a product without options. */
  optionNames: string[];
  variants: FileVariant[];
  images: FileImage[] | undefined;
};
