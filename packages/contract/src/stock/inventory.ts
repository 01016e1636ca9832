import { z } from "zod";
import { Flag, Id, Limit, listOf, OptionalText, Page, Time, maxUnits } from "../common.ts";
import { endpoint } from "../endpoint.ts";

/** The code of a location in levels and in the ledger. Every store's first location is `main`. */
export const LocationCode = z.string().min(1).max(60);
/** The reasons that staff can give for a manual change to the units on hand. */
export const StockReason = z
  .enum([
    ...(["COUNT", "CORRECTION", "RECEIVED", "RETURNED"] as const),
    ...(["DAMAGED", "LOST", "GIVEN_AWAY", "OTHER"] as const),
  ])
  .meta({ id: "StockReason" });
export const StockNote = OptionalText(200);
/** The date when back-ordered units are expected. The delivery dates of their orders are calculated from it. */
export const ExpectedDate = z.iso
  .date()
  .refine((date) => date < "2100-01-01", "Use a date before the year 2100.");

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
      description:
        "Unsold units, including held ones; negative if more units were sold than were on hand.",
    }),
    reserved: z.int().meta({
      description:
        "Units that are held, such as for unpaid orders, draft orders and open order changes.",
    }),
    available: z.int().meta({ description: "onHand - reserved." }),
    incoming: z.int().meta({ description: "Units in transit from another location." }),
    reorderPoint: z.int().nullable(),
    isLow: z.boolean().meta({
      description:
        "Whether the available units are at or below the reorder point, which is 5 if none is set.",
    }),
    backorderLimit: z.int().meta({ description: "Units that may be sold beyond those on hand." }),
    backorderDate: z.iso
      .date()
      .nullable()
      .meta({ description: "When back-ordered units are expected." }),
    updatedAt: Time,
  })
  .meta({ id: "InventoryLevel" });
export type InventoryLevel = z.infer<typeof InventoryLevel>;

export const MovementKind = z
  .enum(["ADJUSTMENT", "HOLD", "RELEASE", "SALE", "RETURN", "TRANSFER"])
  .meta({ id: "MovementKind" });

/** A movement in the stock ledger. A level's numbers are the sums of its movements' deltas. */
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
    reason: z.string().meta({ description: "A StockReason, or a reason set by the system." }),
    note: z.string().nullable(),
    orderId: Id.nullable(),
    referenceId: Id.nullable().meta({
      description:
        "The id of the transfer, stock count, bulk edit or shipment that caused the movement.",
    }),
    createdAt: Time,
  })
  .meta({ id: "StockMovement" });
export type StockMovement = z.infer<typeof StockMovement>;

const after = z.string().max(200).optional().meta({
  description: "`next` of the previous page. If sent, `page` is ignored.",
});
const LevelList = listOf(InventoryLevel).extend({
  next: z.string().nullable().meta({ description: "Pass it as `after` for the next page." }),
});

const access = { allow: ["MANAGE_PRODUCTS", "MANAGE_ORDERS"] } as const;
const byVariant = { by: "resource", kind: "variant", in: "body", field: "variantId" } as const;
const byQuery = { by: "store", in: "query", field: "storeId", orHost: true } as const;
const location = LocationCode.default("main");

export const inventory = {
  listLevels: endpoint({
    method: "GET",
    path: "/inventory/levels",
    summary: "Lists the stock levels of the store's variants, one for each variant and location.",
    access,
    store: byQuery,
    query: z.object({
      storeId: z.string().max(253).optional(),
      location: LocationCode.optional(),
      lowStock: Flag.optional(),
      startDate: Time.optional().meta({ description: "Levels changed at or after this time." }),
      endDate: Time.optional().meta({ description: "Levels changed at or before this time." }),
      entityType: z.enum(["PRODUCT", "VARIANT"]).optional(),
      entityId: Id.optional(),
      page: Page,
      limit: Limit,
      after,
    }),
    response: LevelList,
    errors: ["NOT_FOUND"],
  }),
  setLevel: endpoint({
    method: "PUT",
    path: "/inventory/levels",
    summary:
      "Sets a variant's unsold units on hand at a location. The difference is recorded in the ledger with its reason. If units are owed to orders, the level is negative. With the reason COUNT, only 0 is then accepted, and it changes nothing.",
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
    summary:
      "Adds units to a variant's stock at a location, or removes them. The change is recorded in the ledger with its reason.",
    access,
    store: byVariant,
    body: z.strictObject({
      variantId: Id,
      location,
      quantity: z
        .int()
        .min(-maxUnits)
        .max(maxUnits)
        .refine((n) => n !== 0, "Use a number other than 0.")
        .meta({ description: "Units added; negative for units removed." }),
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
      "Sets the reorder point of a variant at a location; null removes it. The store gets an email each time the variant's available units there fall to the reorder point or below.",
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
      "Allows a variant to be back-ordered, up to a number of units; 0 stops back-orders. Shoppers see the expected date until it has passed.",
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
    summary:
      "Lists the stock levels at or below their reorder point (5 if none is set), those with the fewest available units first.",
    access,
    store: { by: "store", in: "params", field: "storeId" },
    params: z.object({ storeId: z.string().max(253) }),
    query: z.object({
      location: LocationCode.optional(),
      soldOut: Flag.optional().meta({ description: "true: sold out; false: some stock left." }),
      hasReorderPoint: Flag.optional(),
      search: OptionalText(100).optional().meta({ description: "Searches names and SKUs." }),
      page: Page,
      limit: Limit,
      after,
    }),
    response: LevelList,
    errors: ["NOT_FOUND"],
  }),
  listMovements: endpoint({
    method: "GET",
    path: "/inventory/movements",
    summary: "Lists the entries of the stock ledger, newest first.",
    access,
    store: byQuery,
    query: z.object({
      storeId: z.string().max(253).optional(),
      variantId: Id.optional(),
      location: LocationCode.optional(),
      kind: MovementKind.optional(),
      orderId: Id.optional(),
      after: Id.optional().meta({
        description: "The id of the last movement on the previous page.",
      }),
      limit: Limit,
    }),
    response: z.object({
      items: z.array(StockMovement),
      limit: z.int(),
      next: Id.nullable().meta({
        description: "Send it as `after` to get the next page; null on the last page.",
      }),
    }),
    errors: ["NOT_FOUND"],
  }),
};
