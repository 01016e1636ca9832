import type { products } from "@vetrina/contract/products";
import type { Routes } from "../../platform/http/routes.ts";
import { listRelated, listUpsells } from "./beside-product.ts";
import { listProducts } from "./list-products.ts";
import { getProduct, getProductPage } from "./read-product.ts";

export const productsRoutes: Partial<Routes<typeof products>> = {
  getProductPage,
  getProduct,
  listProducts,
  listRelated,
  listUpsells,
};
