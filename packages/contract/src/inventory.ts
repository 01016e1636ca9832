import { z } from "zod";
import { Flag, Id, Limit, listOf, Page, Time } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const InventoryLevel = z
  .object({
    id: Id,
    variantId: Id,
    location: z.string(),
    productName: z.string(),
    variantName: z.string(),
    sku: z.string().nullable(),
    onHand: z.int().meta({ description: "Pieces in the house, held ones included." }),
    reserved: z.int().meta({ description: "Held for orders that are not paid yet." }),
    available: z.int().meta({ description: "onHand - reserved." }),
    reorderPoint: z.int().nullable(),
    updatedAt: Time,
  })
  .meta({ id: "InventoryLevel" });
export type InventoryLevel = z.infer<typeof InventoryLevel>;

export const inventory = {
  listLevels: endpoint({
    method: "GET",
    path: "/inventory/levels",
    summary: "Stock levels by variant.",
    access: { allow: ["MANAGE_PRODUCTS", "MANAGE_ORDERS"] },
    store: { by: "store", in: "query", field: "storeId", orHost: true },
    query: z.object({
      storeId: z.string().max(253).optional(),
      location: z.string().max(60).optional(),
      lowStock: Flag.optional(),
      startDate: Time.optional(),
      endDate: Time.optional(),
      entityType: z.enum(["PRODUCT", "VARIANT"]).optional(),
      entityId: Id.optional(),
      page: Page,
      limit: Limit,
    }),
    response: listOf(InventoryLevel),
    errors: ["NOT_FOUND"],
  }),
  setLevel: endpoint({
    method: "PUT",
    path: "/inventory/levels",
    summary: "Sets the pieces on hand; the difference goes into the ledger with its reason.",
    access: { allow: ["MANAGE_PRODUCTS", "MANAGE_ORDERS"] },
    store: { by: "resource", kind: "variant", in: "body", field: "variantId" },
    body: z.strictObject({
      variantId: Id,
      location: z.string().max(60).default("main"),
      onHand: z.int().min(0).max(1_000_000),
      reason: z.string().trim().min(1).max(200).default("Counted"),
    }),
    response: InventoryLevel,
    errors: ["NOT_FOUND", "OUT_OF_STOCK"],
  }),
};
