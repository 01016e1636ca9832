import { z } from "zod";
import { Id, Limit, listOf, maxUnits, Page, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { LocationCode, StockNote } from "./inventory.ts";

export const TransferState = z
  .enum(["IN_TRANSIT", "RECEIVED", "CANCELLED"])
  .meta({ id: "TransferState" });

export const Transfer = z
  .object({
    id: Id,
    storeId: Id,
    from: LocationCode,
    to: LocationCode,
    state: TransferState,
    note: z.string().nullable(),
    quantity: z.int().meta({ description: "Number of units sent, of all variants together." }),
    received: z.int().meta({ description: "Units received so far." }),
    version: z.int(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: "Transfer" });
export type Transfer = z.infer<typeof Transfer>;

export const TransferWithLines = Transfer.extend({
  lines: z.array(
    z.object({
      variantId: Id,
      productName: z.string(),
      variantName: z.string(),
      sku: z.string().nullable(),
      quantity: z.int(),
      received: z.int(),
    }),
  ),
}).meta({ id: "TransferWithLines" });
export type TransferWithLines = z.infer<typeof TransferWithLines>;

/** The lines of a transfer. Each variant may be in only one line. */
const Lines = z
  .array(z.strictObject({ variantId: Id, quantity: z.int().min(1).max(maxUnits) }))
  .min(1)
  .max(500)
  .refine(
    (lines) => new Set(lines.map(({ variantId }) => variantId)).size === lines.length,
    "List each variant only once.",
  );

const access = { allow: ["MANAGE_PRODUCTS", "MANAGE_ORDERS"] } as const;
const byStore = { by: "store", in: "params", field: "storeId" } as const;
const byId = { by: "resource", kind: "transfer", in: "params", field: "id" } as const;
const storeParams = z.object({ storeId: z.string().max(253) });
const params = z.object({ id: Id });

export const transfers = {
  createTransfer: endpoint({
    method: "POST",
    path: "/inventory/transfers/store/{storeId}",
    summary:
      "Sends units from one location to another. The units leave the first location immediately and are incoming at the second.",
    access,
    store: byStore,
    params: storeParams,
    body: z.strictObject({
      from: LocationCode,
      to: LocationCode,
      lines: Lines,
      note: StockNote.optional(),
    }),
    response: TransferWithLines,
    status: 201,
    errors: ["NOT_FOUND", "OUT_OF_STOCK", "IDEMPOTENCY_KEY_REUSED"],
    idempotent: true,
  }),
  listTransfers: endpoint({
    method: "GET",
    path: "/inventory/transfers/store/{storeId}",
    summary: "Lists the store's transfers, newest first.",
    access,
    store: byStore,
    params: storeParams,
    query: z.object({
      state: TransferState.optional(),
      location: LocationCode.optional().meta({
        description: "Only transfers from or to this location.",
      }),
      page: Page,
      limit: Limit,
    }),
    response: listOf(Transfer),
    errors: ["NOT_FOUND"],
  }),
  getTransfer: endpoint({
    method: "GET",
    path: "/inventory/transfers/{id}",
    summary: "Returns a transfer with its lines.",
    access,
    store: byId,
    params,
    response: TransferWithLines,
    errors: ["NOT_FOUND"],
  }),
  receiveTransfer: endpoint({
    method: "POST",
    path: "/inventory/transfers/{id}/receive",
    summary:
      "Records that units of a transfer have arrived: the units in `lines`. Without `lines`, everything still in transit has arrived.",
    access,
    store: byId,
    params,
    body: z.strictObject({ lines: Lines.optional() }),
    response: TransferWithLines,
    errors: [
      "NOT_FOUND",
      "INVALID_TRANSITION",
      "EDIT_CONFLICT",
      "LIMIT_REACHED",
      "IDEMPOTENCY_KEY_REUSED",
    ],
    idempotent: true,
  }),
  cancelTransfer: endpoint({
    method: "POST",
    path: "/inventory/transfers/{id}/cancel",
    summary:
      "Cancels a transfer and returns units not yet received to the location they came from.",
    access,
    store: byId,
    params,
    response: TransferWithLines,
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "EDIT_CONFLICT", "LIMIT_REACHED"],
  }),
};
