import type { bulkEdits, BulkEditWithSelection } from "@vetrina/contract/catalogue/bulk-edits";
import type { Context } from "../../platform/context.ts";
import type { Input } from "../../platform/http/routes.ts";
import { presentEdit } from "./bulk-edits.ts";

export function getBulkEdit(
  ctx: Context,
  { id }: Input<typeof bulkEdits.getBulkEdit>,
): Promise<BulkEditWithSelection> {
  return ctx.tx((tx) => presentEdit(tx, id));
}
