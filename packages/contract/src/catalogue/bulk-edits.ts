import { z } from "zod";
import { BulkChange, BulkSelection } from "./bulk-changes.ts";
import { Id, Limit, listOf, Page, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { LocationCode, StockNote } from "../stock/inventory.ts";
import { Amount } from "../money.ts";
import { ProductStatus } from "./product-inputs.ts";
import { Progress } from "./progress.ts";

export const BulkEditState = z
  .enum([
    ...(["PREPARING", "READY", "RUNNING", "DONE"] as const),
    ...(["UNDOING", "UNDONE", "CANCELLED", "FAILED"] as const),
  ])
  .meta({ id: "BulkEditState" });
export type BulkEditState = z.infer<typeof BulkEditState>;

/**
 * PENDING until the item is processed, DONE once it has been changed, UNDONE once the change has been undone. SKIPPED,
 * FAILED and UNDO_FAILED items have a reason.
 */
export const BulkItemState = z
  .enum(["PENDING", "SKIPPED", "DONE", "FAILED", "UNDONE", "UNDO_FAILED"])
  .meta({ id: "BulkItemState" });
export type BulkItemState = z.infer<typeof BulkItemState>;

export const BulkItemReason = z
  .enum([
    ...(["UNCHANGED", "NOT_REDUCED", "BELOW_ZERO", "TOO_LARGE", "NOT_BELOW_REGULAR"] as const),
    ...(["TOO_MANY_TAGS", "HELD", "CHANGED_SINCE", "DELETED"] as const),
  ])
  .meta({
    id: "BulkItemReason",
    description:
      "UNCHANGED: the field already has this value. NOT_BELOW_REGULAR: the price would not be below the regular price. HELD: orders hold more units than would be left. CHANGED_SINCE: the value was changed after the preview or the run. DELETED: the product, variant or location no longer exists.",
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
      description:
        "The publication date; null if none is set. A product that becomes ACTIVE without a date gets the time of the run as its date.",
    }),
    tags: z.array(z.string()).optional(),
    category: z.string().nullable().optional(),
  })
  .meta({
    id: "BulkValue",
    description:
      "The value of the item's field. Properties that don't belong to that field are absent.",
  });
export type BulkValue = z.infer<typeof BulkValue>;

export const BulkEditItem = z
  .object({
    position: z.int().meta({ description: "Starts at 1; items are processed in this order." }),
    productId: Id,
    productName: z.string(),
    variantId: Id.nullable(),
    variantName: z.string().nullable(),
    sku: z.string().nullable(),
    field: BulkField,
    before: BulkValue,
    after: BulkValue.nullable().meta({ description: "null if the item was skipped." }),
    state: BulkItemState,
    reason: BulkItemReason.nullable(),
  })
  .meta({ id: "BulkEditItem" });
export type BulkEditItem = z.infer<typeof BulkEditItem>;

const BulkCounts = z
  .object({
    pending: z.int(),
    skipped: z.int(),
    done: z.int(),
    failed: z.int(),
    undone: z.int(),
    undoFailed: z.int(),
  })
  .meta({ id: "BulkCounts", description: "Number of items by state." });
export type BulkCounts = z.infer<typeof BulkCounts>;

export const BulkEdit = z
  .object({
    id: Id,
    storeId: Id,
    state: BulkEditState,
    progress: Progress.meta({
      description:
        "Progress of the latest phase: the preview counts products; the run and the undo count items.",
    }),
    change: BulkChange,
    note: z.string().nullable(),
    productCount: z.int().meta({
      description:
        "Products selected when the edit was created. Products added later are not included.",
    }),
    counts: BulkCounts,
    reasons: z
      .partialRecord(BulkItemReason, z.int())
      .meta({ description: "Number of items left unchanged, by reason." }),
    createdBy: z.object({ kind: z.enum(["user", "api-key", "system"]), id: Id.nullable() }),
    version: z.int(),
    createdAt: Time,
    ranAt: Time.nullable().meta({ description: "When the run was requested." }),
    undoneAt: Time.nullable().meta({ description: "When the latest undo was requested." }),
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
      "Creates a bulk edit from a selection of products and a list of changes, and prepares a preview. Products don't change until the edit is run.",
    access,
    store: byStore,
    params: storeParams,
    body: z.strictObject({
      selection: BulkSelection,
      change: BulkChange,
      note: StockNote.optional().meta({
        description: "A note about the edit, which is also recorded in the stock ledger.",
      }),
    }),
    response: BulkEditWithSelection,
    status: 201,
    errors: ["NOT_FOUND", "LIMIT_REACHED"],
  }),
  listBulkEdits: endpoint({
    method: "GET",
    path: "/products/store/{storeId}/bulk-edits",
    summary: "Lists the store's bulk edits, newest first.",
    access,
    store: byStore,
    params: storeParams,
    query: z.object({
      state: BulkEditState.optional(),
      productId: Id.optional().meta({ description: "Only edits that include this product." }),
      page: Page,
      limit: Limit,
    }),
    response: listOf(BulkEdit),
    errors: ["NOT_FOUND"],
  }),
  getBulkEdit: endpoint({
    method: "GET",
    path: "/products/bulk-edits/{id}",
    summary: "Returns a bulk edit with its progress and the number of changed and skipped items.",
    access,
    store: byId,
    params,
    response: BulkEditWithSelection,
    errors: ["NOT_FOUND"],
  }),
  listBulkEditItems: endpoint({
    method: "GET",
    path: "/products/bulk-edits/{id}/items",
    summary: "Lists a bulk edit's items by position, with the values before and after.",
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
      next: z
        .int()
        .nullable()
        .meta({ description: "Send it as `after` to get the next page; null on the last page." }),
    }),
    errors: ["NOT_FOUND"],
  }),
  runBulkEdit: endpoint({
    method: "POST",
    path: "/products/bulk-edits/{id}/run",
    summary:
      "Runs a bulk edit as previewed. Values that were changed after the preview are kept, and reported as CHANGED_SINCE. If tags or categories change, the products' texts and translations are indexed for search again. At most 1 GB of these texts is indexed per day for all stores of one owner together. The rest of the edit waits for the next day.",
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
      "Undoes a bulk edit by restoring the previous values. Values that were changed after the run are kept, and reported as CHANGED_SINCE.",
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
    summary:
      "Stops a bulk edit after its current step. Finished steps stay in effect and can be undone.",
    access,
    store: byId,
    params,
    response: BulkEditWithSelection,
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "EDIT_CONFLICT"],
  }),
};
