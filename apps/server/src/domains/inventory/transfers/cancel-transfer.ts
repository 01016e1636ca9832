import type { transfers, TransferWithLines } from "@vetrina/contract/stock/transfers";
import type { Context } from "../../../platform/context.ts";
import type { Input } from "../../../platform/http/routes.ts";
import { settleUnits, lockOnItsWay, onItsWay } from "./receive-transfer.ts";
import { readTransfer } from "./transfer-rows.ts";

/**
 * Cancels a transfer and returns its units in transit to the origin. If units were lost on the way, staff then remove
 * them there with an adjustment.
 */
export async function cancelTransfer(
  ctx: Context,
  { id }: Input<typeof transfers.cancelTransfer>,
): Promise<TransferWithLines> {
  return ctx.tx(async (tx) => {
    const transfer = await lockOnItsWay(tx, ctx, id);
    const lines = onItsWay(transfer);
    await settleUnits(tx, ctx, transfer, { lines, at: transfer.from, state: "CANCELLED" });
    return readTransfer(tx, id);
  });
}
