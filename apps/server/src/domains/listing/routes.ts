import type { products } from "@vetrina/contract/catalogue/products";
import type { Routes } from "../../platform/http/routes.ts";
import { listProducts } from "./list-products.ts";
import { listRelated } from "./list-related.ts";

export const listingRoutes = { listProducts, listRelated } satisfies Pick<
  Routes<typeof products>,
  "listProducts" | "listRelated"
>;
