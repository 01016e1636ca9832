import type { products } from "@vetrina/contract/catalogue/products";
import type { Routes } from "../../platform/http/routes.ts";
import { createMissingVariants } from "./variants/create-missing-variants.ts";
import { createProduct } from "./create-product.ts";
import { createVariant } from "./variants/create-variant.ts";
import { deleteProduct } from "./delete-product.ts";
import { deleteVariant } from "./variants/delete-variant.ts";
import { duplicateProduct } from "./duplicate-product.ts";
import { getProductPage } from "./get-product-page.ts";
import { getProduct } from "./get-product.ts";
import { restoreProduct } from "./restore-product.ts";
import { updateProduct } from "./update-product.ts";
import { updateVariant } from "./variants/update-variant.ts";

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
