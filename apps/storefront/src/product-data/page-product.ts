import type { Product, Variant } from "@vetrina/contract/catalogue/products";
import type { Image } from "@vetrina/contract/common";
import type { OptionKinds } from "./option-kinds.ts";

// A page contains its data a second time for hydration, so fields that no component reads are left out.

export type PageImage = Omit<Image, "id">;
export type PageVariant = Omit<Variant, "images">;
export type PageProduct = Pick<
  Product,
  | "id"
  | "link"
  | "name"
  | "seoTitle"
  | "metaDescription"
  | "category"
  | "department"
  | "vendor"
  | "composition"
  | "care"
  | "measurements"
  | "bodyMeasurements"
  | "currency"
  | "options"
  | "rating"
  | "sale"
> & {
  /** Sanitized HTML: seoDescription, else description. */
  description: string;
  kinds: OptionKinds;
  variants: PageVariant[];
  images: PageImage[];
};
