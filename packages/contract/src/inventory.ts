import { z } from "zod";
import { Flag, Id, Limit, listOf, OptionalText, Page, Time, maxUnits } from "./common.ts";
import { endpoint } from "./endpoint.ts";

/** How levels and the ledger name a place; `main` is every store's first. */
export const LocationCode = z.string().min(1).max(60);
/** Why pieces on hand change by hand. */
export const StockReason = z
  .enum([
    ...(["COUNT", "CORRECTION", "RECEIVED", "RETURNED"] as const),
    ...(["DAMAGED", "LOST", "GIVEN_AWAY", "OTHER"] as const),
  ])
  .meta({ id: "StockReason" });
export const StockNote = OptionalText(200);
/** When pieces on back-order are expected: windows of delivery are reckoned from it. */
export const ExpectedDate = z.iso
  .date()
  .refine((date) => date < "2100-01-01", "Use a day before the year 2100.");

export const InventoryLevel = z
  .object({
    id: Id,
    variantId: Id,
    productId: Id,
    location: LocationCode,
    productName: z.string(),
    variantName: z.string(),
    sku: z.string().nullable(),
    onHand: z.int().meta({
      description: "Pieces that are not sold, held ones included; below zero: sold and still owed.",
    }),
    reserved: z.int().meta({ description: "Held for orders that are not paid yet." }),
    available: z.int().meta({ description: "onHand - reserved." }),
    incoming: z.int().meta({ description: "On their way here from another location." }),
    reorderPoint: z.int().nullable(),
    isLow: z.boolean().meta({ description: "At the reorder point or below; at 5 without one." }),
    backorderLimit: z.int().meta({ description: "Pieces that may be sold beyond what there is." }),
    backorderDate: z.iso.date().nullable().meta({ description: "When they are expected." }),
    updatedAt: Time,
  })
  .meta({ id: "InventoryLevel" });
export type InventoryLevel = z.infer<typeof InventoryLevel>;

export const MovementKind = z
  .enum(["ADJUSTMENT", "HOLD", "RELEASE", "SALE", "RETURN", "TRANSFER"])
  .meta({ id: "MovementKind" });

/** One line of the ledger: the sums of its deltas are the level's numbers. */
export const StockMovement = z
  .object({
    id: Id,
    variantId: Id,
    location: LocationCode,
    productName: z.string(),
    variantName: z.string(),
    sku: z.string().nullable(),
    kind: MovementKind,
    onHandDelta: z.int(),
    reservedDelta: z.int(),
    incomingDelta: z.int(),
    reason: z.string().meta({ description: "A StockReason, or words of the system's own." }),
    note: z.string().nullable(),
    orderId: Id.nullable(),
    causeId: Id.nullable().meta({
      description: "The transfer, stock count or bulk edit it belongs to.",
    }),
    createdAt: Time,
  })
  .meta({ id: "StockMovement" });
export type StockMovement = z.infer<typeof StockMovement>;

const access = { allow: ["MANAGE_PRODUCTS", "MANAGE_ORDERS"] } as const;
const byVariant = { by: "resource", kind: "variant", in: "body", field: "variantId" } as const;
const byQuery = { by: "store", in: "query", field: "storeId", orHost: true } as const;
const location = LocationCode.default("main");

export const inventory = {
  listLevels: endpoint({
    method: "GET",
    path: "/inventory/levels",
    summary: "Stock levels by variant.",
    access,
    store: byQuery,
    query: z.object({
      storeId: z.string().max(253).optional(),
      location: LocationCode.optional(),
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
    access,
    store: byVariant,
    body: z.strictObject({
      variantId: Id,
      location,
      onHand: z.int().min(0).max(maxUnits),
      reason: StockReason.default("COUNT"),
      note: StockNote.optional(),
    }),
    response: InventoryLevel,
    errors: ["NOT_FOUND", "OUT_OF_STOCK"],
  }),
  createAdjustment: endpoint({
    method: "POST",
    path: "/inventory/adjustments",
    summary: "Adds pieces on hand or takes some away, with the reason, through the ledger.",
    access,
    store: byVariant,
    body: z.strictObject({
      variantId: Id,
      location,
      quantity: z
        .int()
        .min(-maxUnits)
        .max(maxUnits)
        .refine((n) => n !== 0, "Say by how many pieces: it can't be 0.")
        .meta({ description: "Pieces that came; below zero: pieces that went." }),
      reason: StockReason,
      note: StockNote.optional(),
    }),
    response: InventoryLevel,
    status: 201,
    errors: ["NOT_FOUND", "OUT_OF_STOCK", "LIMIT_REACHED", "IDEMPOTENCY_KEY_REUSED"],
    idempotent: true,
  }),
  setReorderPoint: endpoint({
    method: "PUT",
    path: "/inventory/reorder-points",
    summary:
      "Sets where a variant at a location counts as low: the store gets a mail each time it falls to that. null: no point of its own.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byVariant,
    body: z.strictObject({
      variantId: Id,
      location,
      reorderPoint: z.int().min(0).max(1_000_000).nullable(),
    }),
    response: InventoryLevel,
    errors: ["NOT_FOUND"],
  }),
  setBackorder: endpoint({
    method: "PUT",
    path: "/inventory/backorder-settings",
    summary:
      "Lets a variant be sold beyond what there is, up to a limit; 0 ends it. The date is shown to shoppers until it has passed.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byVariant,
    body: z.strictObject({
      variantId: Id,
      limit: z.int().min(0).max(1_000_000),
      expectedDate: ExpectedDate.nullish(),
    }),
    response: InventoryLevel,
    errors: ["NOT_FOUND"],
  }),
  listLowStock: endpoint({
    method: "GET",
    path: "/inventory/low-stock/{storeId}",
    summary: "Variants at their reorder point or below (5 without one), the fewest left first.",
    access,
    store: { by: "store", in: "params", field: "storeId" },
    params: z.object({ storeId: z.string().max(253) }),
    query: z.object({
      location: LocationCode.optional(),
      soldOut: Flag.optional().meta({ description: "true: nothing left; false: something is." }),
      hasReorderPoint: Flag.optional(),
      search: OptionalText(100).optional().meta({ description: "In names and SKU." }),
      page: Page,
      limit: Limit,
    }),
    response: listOf(InventoryLevel),
    errors: ["NOT_FOUND"],
  }),
  listMovements: endpoint({
    method: "GET",
    path: "/inventory/movements",
    summary: "The ledger, newest first: why each number is what it is.",
    access,
    store: byQuery,
    query: z.object({
      storeId: z.string().max(253).optional(),
      variantId: Id.optional(),
      location: LocationCode.optional(),
      kind: MovementKind.optional(),
      orderId: Id.optional(),
      after: Id.optional().meta({ description: "The last movement of the page before." }),
      limit: Limit,
    }),
    response: z.object({
      items: z.array(StockMovement),
      limit: z.int(),
      next: Id.nullable().meta({ description: "Send it as after; null at the end." }),
    }),
    errors: ["NOT_FOUND"],
  }),
};
