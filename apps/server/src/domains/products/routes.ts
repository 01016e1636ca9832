import type { products } from "@vetrina/contract/products";
import type { Routes } from "../../platform/http/routes.ts";
import { createProduct } from "./create-product.ts";
import { createMissingVariants } from "./create-missing-variants.ts";
import { createVariant } from "./create-variant.ts";
import { deleteProduct } from "./delete-product.ts";
import { deleteVariant } from "./delete-variant.ts";
import { duplicateProduct } from "./duplicate-product.ts";
import { getProduct, getProductPage } from "./read-product.ts";
import { restoreProduct } from "./restore-product.ts";
import { updateProduct } from "./update-product.ts";
import { updateVariant } from "./update-variant.ts";

export const productsRoutes = {
  getProductPage,
  getProduct,
  createProduct,
  updateProduct,
  deleteProduct,
  restoreProduct,
  duplicateProduct,
  createVariant,
  createMissingVariants,
  updateVariant,
  deleteVariant,
} satisfies Omit<Routes<typeof products>, "listProducts" | "listRelated">;
