import type { products } from "@vetrina/contract/products";
import type { Routes } from "../../platform/http/routes.ts";
import { listRelated, listUpsells } from "./beside-product.ts";
import { createProduct } from "./create-product.ts";
import { createVariant } from "./create-variant.ts";
import { listProducts } from "./list-products.ts";
import { getProduct, getProductPage } from "./read-product.ts";
import { updateProduct } from "./update-product.ts";
import { updateVariant } from "./update-variant.ts";

export const productsRoutes = {
  getProductPage,
  listProducts,
  getProduct,
  createProduct,
  updateProduct,
  createVariant,
  updateVariant,
  listUpsells,
  listRelated,
} satisfies Routes<typeof products>;
