import type { transfers, TransferWithLines } from "@vetrina/contract/stock/transfers";
import { audit } from "../../../platform/audit.ts";
import type { Context } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import type { Input } from "../../../platform/http/routes.ts";
import { claimKey, keepAnswer } from "../../../platform/idempotency.ts";
import { newId } from "../../../platform/id.ts";
import { type Level, lockLevels, writeMoves } from "../levels.ts";
import { publishingStock } from "../shown-stock.ts";
import { readTransfer } from "./transfer-rows.ts";

/**
 * Sends units from one location to another. Throws OUT_OF_STOCK if fewer units are available, not counting those held
 * by orders.
 */
export async function createTransfer(
  ctx: Context,
  { body: { from, to, lines, note } }: Input<typeof transfers.createTransfer>,
): Promise<TransferWithLines> {
  if (from === to)
    throw new ApiFailure("VALIDATION_FAILED", "to: Choose a location other than `from`.", [
      { path: "to", message: "Choose a location other than `from`." },
    ]);
  const id = newId();
  const sent = new Map(lines.map((line) => [line.variantId, line.quantity]));
  return ctx.tx(async (tx) => {
    const stored = await claimKey<{ id: string }>(tx, ctx);
    if (stored !== null) return readTransfer(tx, stored.id);
    await publishingStock(tx, [...sent.keys()], async () => {
      const keys = [...sent.keys()].flatMap((variantId) => [
        { variantId, location: from },
        { variantId, location: to },
      ]);
      const levels = await lockLevels(tx, keys);
      requireAvailable(
        levels.filter(({ location }) => location === from),
        sent,
      );
      await tx.run(sql`
        insert into shop.stock_transfers (store_id, id, from_location, to_location, note, created_at, updated_at)
        values (${tx.storeId}, ${id}, ${from}, ${to}, ${note || null}, ${ctx.now()}, ${ctx.now()})`);
      await tx.run(sql`
        insert into shop.stock_transfer_lines (store_id, transfer_id, variant_id, quantity)
        select ${tx.storeId}, ${id}, * from unnest(${[...sent.keys()]}::uuid[], ${[...sent.values()]}::int[])`);
      const reason = `Sent from ${from} to ${to}`;
      await writeMoves(
        tx,
        levels.map(({ variantId, location }) => {
          const quantity = sent.get(variantId) ?? 0;
          const leaves = location === from;
          return {
            variantId,
            location,
            kind: "transfer",
            onHand: leaves ? -quantity : 0,
            incoming: leaves ? 0 : quantity,
            reason,
            referenceId: id,
          };
        }),
      );
      await audit(tx, ctx, {
        action: "CREATE",
        entityType: "transfer",
        entityId: id,
        after: { from, to, lines, note },
      });
    });
    await keepAnswer(tx, ctx, { id });
    return readTransfer(tx, id);
  });
}

function requireAvailable(levels: readonly Level[], sent: ReadonlyMap<string, number>): void {
  const items = levels
    .map(({ variantId, onHand, reserved }) => ({
      variantId,
      requested: sent.get(variantId) ?? 0,
      available: Math.max(0, onHand - reserved),
    }))
    .filter(({ requested, available }) => requested > available);
  if (items.length > 0)
    throw new ApiFailure(
      "OUT_OF_STOCK",
      "Not enough units are available. Units held by orders can't be sent. Reduce the quantity.",
      { items },
    );
}
