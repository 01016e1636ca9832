import { z } from "zod";
import { Id, Limit, listOf, Page, Time, maxUnits } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { LocationCode, StockNote } from "./inventory.ts";

export const StockCount = z
  .object({
    id: Id,
    storeId: Id,
    location: LocationCode,
    note: z.string().nullable(),
    variants: z.int().meta({ description: "Number of variants counted." }),
    difference: z
      .int()
      .meta({ description: "Counted units minus expected units; negative if units are missing." }),
    countedAt: Time,
    createdAt: Time,
  })
  .meta({ id: "StockCount" });
export type StockCount = z.infer<typeof StockCount>;

export const StockCountWithLines = StockCount.extend({
  lines: z.array(
    z.object({
      variantId: Id,
      productName: z.string(),
      variantName: z.string(),
      sku: z.string().nullable(),
      expected: z.int(),
      counted: z.int(),
    }),
  ),
}).meta({ id: "StockCountWithLines" });
export type StockCountWithLines = z.infer<typeof StockCountWithLines>;

const access = { allow: ["MANAGE_PRODUCTS", "MANAGE_ORDERS"] } as const;
const byStore = { by: "store", in: "params", field: "storeId" } as const;
const storeParams = z.object({ storeId: z.string().max(253) });

export const stockCounts = {
  createCount: endpoint({
    method: "POST",
    path: "/inventory/counts/store/{storeId}",
    summary:
      "Records a stock count at a location. Each difference becomes an adjustment with the reason COUNT.",
    access: { ...access, limit: 60 },
    store: byStore,
    params: storeParams,
    body: z.strictObject({
      location: LocationCode.default("main"),
      countedAt: Time.optional().meta({
        description:
          "When the units were counted, at most a week ago; now if absent. The count is compared with the stock at that time, so later movements of goods don't count as differences. A count that contradicts a later count or correction is rejected.",
      }),
      lines: z
        .array(z.strictObject({ variantId: Id, counted: z.int().min(0).max(maxUnits) }))
        .min(1)
        .max(500)
        .refine(
          (lines) => new Set(lines.map(({ variantId }) => variantId)).size === lines.length,
          "List each variant only once.",
        )
        .meta({
          description:
            "Unsold units at the location, including held ones. While units of a variant are owed to orders, only 0 can be counted.",
        }),
      note: StockNote.optional(),
    }),
    response: StockCountWithLines,
    status: 201,
    errors: [
      "NOT_FOUND",
      "OUT_OF_STOCK",
      "LIMIT_REACHED",
      "IDEMPOTENCY_KEY_REUSED",
      "RATE_LIMITED",
    ],
    idempotent: true,
  }),
  listCounts: endpoint({
    method: "GET",
    path: "/inventory/counts/store/{storeId}",
    summary: "Lists the store's stock counts, newest first.",
    access,
    store: byStore,
    params: storeParams,
    query: z.object({ location: LocationCode.optional(), page: Page, limit: Limit }),
    response: listOf(StockCount),
    errors: ["NOT_FOUND"],
  }),
  getCount: endpoint({
    method: "GET",
    path: "/inventory/counts/{id}",
    summary: "Returns a stock count with its lines.",
    access,
    store: { by: "resource", kind: "stock count", in: "params", field: "id" },
    params: z.object({ id: Id }),
    response: StockCountWithLines,
    errors: ["NOT_FOUND"],
  }),
};
