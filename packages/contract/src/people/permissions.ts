import { z } from "zod";
import type { RoleType } from "../enumerations.ts";

/** The permissions that a role may grant, spelled as in the specification (section 3). */
export const Permission = z.enum([
  "VIEW_DASHBOARD",
  "MANAGE_PRODUCTS",
  "MANAGE_ORDERS",
  "MANAGE_CUSTOMERS",
  "MANAGE_DISCOUNTS",
  "MANAGE_SETTINGS",
  "MANAGE_STAFF",
  "MANAGE_ROLES",
  "VIEW_ANALYTICS",
  "EXPORT_DATA",
]);
export type Permission = z.infer<typeof Permission>;

/** The permissions of the four built-in roles of every store (docs/deviations.md, "Roles"). */
export const builtInRoles: Record<RoleType, readonly Permission[]> = {
  ADMIN: Permission.options,
  MANAGER: Permission.options.filter((p) => p !== "MANAGE_ROLES" && p !== "MANAGE_STAFF"),
  STAFF: ["VIEW_DASHBOARD", "MANAGE_ORDERS", "MANAGE_CUSTOMERS"],
  CUSTOMER: [],
};
