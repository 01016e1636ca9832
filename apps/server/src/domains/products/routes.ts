import type { products } from "@vetrina/contract/products";
import type { Routes } from "../../platform/http/routes.ts";

export const productsRoutes: Partial<Routes<typeof products>> = {};
