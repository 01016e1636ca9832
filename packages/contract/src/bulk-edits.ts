import { z } from "zod";
import { BulkChange, BulkSelection } from "./bulk-changes.ts";
import { Id, Limit, listOf, Page, Time } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { LocationCode, StockNote } from "./inventory.ts";
import { Amount } from "./money.ts";
import { ProductStatus } from "./product-inputs.ts";
import { Progress } from "./progress.ts";

export const BulkEditState = z
  .enum([
    ...(["PREPARING", "READY", "RUNNING", "DONE"] as const),
    ...(["UNDOING", "UNDONE", "CANCELLED", "FAILED"] as const),
  ])
  .meta({ id: "BulkEditState" });
export type BulkEditState = z.infer<typeof BulkEditState>;

/** PLANNED until it is run; DONE until it is undone; the others were left as they are, for a reason. */
export const BulkItemState = z
  .enum(["PLANNED", "LEFT_OUT", "DONE", "NOT_DONE", "UNDONE", "NOT_UNDONE"])
  .meta({ id: "BulkItemState" });
export type BulkItemState = z.infer<typeof BulkItemState>;

export const BulkItemReason = z
  .enum([
    ...(["UNCHANGED", "NOT_REDUCED", "BELOW_ZERO", "TOO_LARGE", "NOT_BELOW_REGULAR"] as const),
    ...(["TOO_MANY_TAGS", "HELD", "CHANGED_SINCE", "GONE"] as const),
  ])
  .meta({
    id: "BulkItemReason",
    description:
      "UNCHANGED: it is so already. NOT_BELOW_REGULAR: the price would not be below its regular price. HELD: orders hold more pieces than would be left. CHANGED_SINCE: somebody changed it since the preview, or since the run. GONE: it is not there any more.",
  });
export type BulkItemReason = z.infer<typeof BulkItemReason>;

export const BulkField = z.enum(["PRICE", "STOCK", "STATUS", "TAGS", "CATEGORY"]);
export type BulkField = z.infer<typeof BulkField>;

const BulkValue = z
  .object({
    price: Amount.optional(),
    regularPrice: Amount.nullable().optional(),
    location: LocationCode.optional(),
    onHand: z.int().optional(),
    status: ProductStatus.optional(),
    publishedAt: Time.nullable().optional().meta({
      description: "null where it is published for the first time: the moment of the run.",
    }),
    tags: z.array(z.string()).optional(),
    category: z.string().nullable().optional(),
  })
  .meta({ id: "BulkValue", description: "What the item's field is of; the others are absent." });
export type BulkValue = z.infer<typeof BulkValue>;

export const BulkEditItem = z
  .object({
    position: z.int().meta({ description: "From 1; the order in which items are worked on." }),
    productId: Id,
    productName: z.string(),
    variantId: Id.nullable(),
    variantName: z.string().nullable(),
    sku: z.string().nullable(),
    field: BulkField,
    before: BulkValue,
    after: BulkValue.nullable().meta({ description: "null where it was left out." }),
    state: BulkItemState,
    reason: BulkItemReason.nullable(),
  })
  .meta({ id: "BulkEditItem" });
export type BulkEditItem = z.infer<typeof BulkEditItem>;

const BulkCounts = z
  .object({
    planned: z.int(),
    leftOut: z.int(),
    done: z.int(),
    notDone: z.int(),
    undone: z.int(),
    notUndone: z.int(),
  })
  .meta({ id: "BulkCounts", description: "Items by their state." });
export type BulkCounts = z.infer<typeof BulkCounts>;

export const BulkEdit = z
  .object({
    id: Id,
    storeId: Id,
    state: BulkEditState,
    progress: Progress.meta({
      description:
        "Of the preview in products, of the run or the undoing in items; of that which was last.",
    }),
    change: BulkChange,
    note: z.string().nullable(),
    productCount: z.int().meta({ description: "Chosen when the edit was made, and no others." }),
    counts: BulkCounts,
    reasons: z
      .partialRecord(BulkItemReason, z.int())
      .meta({ description: "Why items were left as they are, with how many." }),
    createdBy: z.object({ kind: z.enum(["user", "api-key", "system"]), id: Id.nullable() }),
    version: z.int(),
    createdAt: Time,
    ranAt: Time.nullable().meta({ description: "When it was told to run." }),
    undoneAt: Time.nullable().meta({ description: "When it was last told to undo." }),
  })
  .meta({ id: "BulkEdit" });
export type BulkEdit = z.infer<typeof BulkEdit>;

export const BulkEditWithSelection = BulkEdit.extend({ selection: BulkSelection }).meta({
  id: "BulkEditWithSelection",
});
export type BulkEditWithSelection = z.infer<typeof BulkEditWithSelection>;

const access = { allow: ["MANAGE_PRODUCTS"] } as const;
const byStore = { by: "store", in: "params", field: "storeId" } as const;
const byId = { by: "resource", kind: "bulk edit", in: "params", field: "id" } as const;
const storeParams = z.object({ storeId: z.string().max(253) });
const params = z.object({ id: Id });

export const bulkEdits = {
  createBulkEdit: endpoint({
    method: "POST",
    path: "/products/store/{storeId}/bulk-edits",
    summary:
      "Chooses products and says what becomes of them. Nothing changes yet: the preview is made, and the edit is READY to be run.",
    access,
    store: byStore,
    params: storeParams,
    body: z.strictObject({
      selection: BulkSelection,
      change: BulkChange,
      note: StockNote.optional().meta({ description: "Why; also stands in the stock's ledger." }),
    }),
    response: BulkEditWithSelection,
    status: 201,
    errors: ["NOT_FOUND", "LIMIT_REACHED"],
  }),
  listBulkEdits: endpoint({
    method: "GET",
    path: "/products/store/{storeId}/bulk-edits",
    summary: "Bulk edits, newest first.",
    access,
    store: byStore,
    params: storeParams,
    query: z.object({
      state: BulkEditState.optional(),
      productId: Id.optional().meta({ description: "Those that this product was chosen for." }),
      page: Page,
      limit: Limit,
    }),
    response: listOf(BulkEdit),
    errors: ["NOT_FOUND"],
  }),
  getBulkEdit: endpoint({
    method: "GET",
    path: "/products/bulk-edits/{id}",
    summary: "A bulk edit: how far it is, and what it changes, leaves out and has done.",
    access,
    store: byId,
    params,
    response: BulkEditWithSelection,
    errors: ["NOT_FOUND"],
  }),
  listBulkEditItems: endpoint({
    method: "GET",
    path: "/products/bulk-edits/{id}/items",
    summary:
      "What was before and what is after, one by one; a page goes on from the last position.",
    access,
    store: byId,
    params,
    query: z.object({
      state: BulkItemState.optional(),
      after: z.coerce.number().int().min(0).max(1_000_000).default(0),
      limit: Limit,
    }),
    response: z.object({
      items: z.array(BulkEditItem),
      limit: z.int(),
      next: z.int().nullable().meta({ description: "Send it as after; null at the end." }),
    }),
    errors: ["NOT_FOUND"],
  }),
  runBulkEdit: endpoint({
    method: "POST",
    path: "/products/bulk-edits/{id}/run",
    summary:
      "Does what the preview shows, step by step; what somebody has changed since is left as it is and reported.",
    access,
    store: byId,
    params,
    response: BulkEditWithSelection,
    status: 202,
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "EDIT_CONFLICT"],
  }),
  undoBulkEdit: endpoint({
    method: "POST",
    path: "/products/bulk-edits/{id}/undo",
    summary:
      "Gives back what was before, wherever the value is still what the edit left; the others are reported.",
    access,
    store: byId,
    params,
    response: BulkEditWithSelection,
    status: 202,
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "EDIT_CONFLICT"],
  }),
  cancelBulkEdit: endpoint({
    method: "POST",
    path: "/products/bulk-edits/{id}/cancel",
    summary: "Stops between two steps: what is done stays done, and can be undone.",
    access,
    store: byId,
    params,
    response: BulkEditWithSelection,
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "EDIT_CONFLICT"],
  }),
};
