import type { bulkEdits } from "@vetrina/contract/catalogue/bulk-edits";
import type { Routes } from "../../platform/http/routes.ts";
import { cancelBulkEdit } from "./cancel-bulk-edit.ts";
import { createBulkEdit } from "./create-bulk-edit.ts";
import { getBulkEdit } from "./get-bulk-edit.ts";
import { listBulkEditItems } from "./list-bulk-edit-items.ts";
import { listBulkEdits } from "./list-bulk-edits.ts";
import { runBulkEdit } from "./run-bulk-edit.ts";
import { undoBulkEdit } from "./undo-bulk-edit.ts";

export const bulkEditsRoutes = {
  createBulkEdit,
  listBulkEdits,
  getBulkEdit,
  listBulkEditItems,
  runBulkEdit,
  undoBulkEdit,
  cancelBulkEdit,
} satisfies Routes<typeof bulkEdits>;
