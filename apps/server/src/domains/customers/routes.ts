import type { customers } from "@vetrina/contract/customers";
import type { Routes } from "../../platform/http/routes.ts";

export const customersRoutes: Partial<Routes<typeof customers>> = {};
