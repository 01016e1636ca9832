import type { transfers, TransferWithLines } from "@vetrina/contract/stock/transfers";
import type { Context } from "../../../platform/context.ts";
import type { Input } from "../../../platform/http/routes.ts";
import { readTransfer } from "./transfer-rows.ts";

export function getTransfer(
  ctx: Context,
  { id }: Input<typeof transfers.getTransfer>,
): Promise<TransferWithLines> {
  return ctx.tx((tx) => readTransfer(tx, id));
}
