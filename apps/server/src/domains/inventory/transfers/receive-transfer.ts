import type { transfers, TransferWithLines } from "@vetrina/contract/stock/transfers";
import { audit } from "../../../platform/audit.ts";
import type { Context, Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { requireFresh } from "../../../platform/edit-conflict.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import type { Input } from "../../../platform/http/routes.ts";
import { claimKey, keepAnswer } from "../../../platform/idempotency.ts";
import { lockOpenLevels, writeMoves } from "../levels.ts";
import { publishingStock } from "../shown-stock.ts";
import { lockTransfer, readTransfer } from "./transfer-rows.ts";

/** Units of one variant that arrive at the destination or return to the origin. */
export type Arrived = { variantId: string; quantity: number };

/** Receives some or all units of a transfer. The transfer is complete when its last units are received. */
export async function receiveTransfer(
  ctx: Context,
  { id, body }: Input<typeof transfers.receiveTransfer>,
): Promise<TransferWithLines> {
  return ctx.tx(async (tx) => {
    const stored = await claimKey<TransferWithLines>(tx, ctx);
    if (stored !== null) return stored;
    const transfer = await lockOnItsWay(tx, ctx, id);
    const coming = onItsWay(transfer);
    const lines = body.lines ?? coming;
    const left = unitsLeft(lines, coming);
    requireInTransit(left);
    const isAll = lines.length === coming.length && left.every((units) => units === 0);
    await tx.run(sql`
      update shop.stock_transfer_lines l set received = l.received + a.quantity
      from unnest(${lines.map((line) => line.variantId)}::uuid[], ${lines.map((line) => line.quantity)}::int[]) a (variant_id, quantity)
      where l.store_id = ${tx.storeId} and l.transfer_id = ${id} and l.variant_id = a.variant_id`);
    await settleUnits(tx, ctx, transfer, {
      lines,
      at: transfer.to,
      state: isAll ? "RECEIVED" : null,
    });
    const received = await readTransfer(tx, id);
    await keepAnswer(tx, ctx, received);
    return received;
  });
}

/**
 * Reads and locks a transfer. Throws EDIT_CONFLICT if If-Match is out of date, and INVALID_TRANSITION if no units are
 * in transit.
 */
export async function lockOnItsWay(
  tx: Transaction,
  ctx: Context,
  id: string,
): Promise<TransferWithLines> {
  const transfer = await lockTransfer(tx, id);
  await requireFresh(tx, ctx, "transfer", transfer.version, async () => transfer);
  if (transfer.state === "IN_TRANSIT") return transfer;
  throw new ApiFailure(
    "INVALID_TRANSITION",
    "This transfer has already been completed or canceled.",
    {
      state: transfer.state,
    },
  );
}

/** Returns the units of a transfer that have not arrived yet. */
export function onItsWay({ lines }: TransferWithLines): Arrived[] {
  return lines
    .map(({ variantId, quantity, received }) => ({ variantId, quantity: quantity - received }))
    .filter(({ quantity }) => quantity > 0);
}

/**
 * Adds units in transit to the on-hand units of the transfer's origin or destination, even for variants that have since
 * been deleted. `state` is the transfer's new state; null leaves it in transit.
 */
export async function settleUnits(
  tx: Transaction,
  ctx: Context,
  transfer: TransferWithLines,
  { lines, at, state }: { lines: readonly Arrived[]; at: string; state: string | null },
): Promise<void> {
  const { id, to } = transfer;
  const variantIds = lines.map(({ variantId }) => variantId);
  const reason =
    at === to ? `Received from ${transfer.from}` : `Returned from the transfer to ${to}`;
  await publishingStock(tx, variantIds, async () => {
    const places = at === to ? [to] : [at, to];
    await lockOpenLevels(
      tx,
      variantIds.flatMap((variantId) => places.map((location) => ({ variantId, location }))),
    );
    const move = { kind: "transfer" as const, reason, referenceId: id };
    await writeMoves(
      tx,
      lines.flatMap(({ variantId, quantity }) =>
        at === to
          ? [{ ...move, variantId, location: to, onHand: quantity, incoming: -quantity }]
          : [
              { ...move, variantId, location: at, onHand: quantity },
              { ...move, variantId, location: to, incoming: -quantity },
            ],
      ),
    );
  });
  await tx.run(sql`
    update shop.stock_transfers set state = coalesce(${state}, state), version = version + 1, updated_at = ${ctx.now()}
    where store_id = ${tx.storeId} and id = ${id}`);
  await audit(tx, ctx, {
    action: "UPDATE",
    entityType: "transfer",
    entityId: id,
    before: { state: transfer.state },
    after: { state: state ?? transfer.state, at, lines },
  });
}

/**
 * Returns, for each line, the units that are still in transit once the line has arrived. Negative if the line has more
 * units than are in transit.
 */
export function unitsLeft(lines: readonly Arrived[], coming: readonly Arrived[]): number[] {
  const inTransit = new Map(coming.map(({ variantId, quantity }) => [variantId, quantity]));
  return lines.map(({ variantId, quantity }) => (inTransit.get(variantId) ?? 0) - quantity);
}

function requireInTransit(left: readonly number[]): void {
  const errors = left.flatMap((units, i) =>
    units < 0
      ? [
          {
            path: `lines.${i}.quantity`,
            message:
              "This is more than is in transit. Reduce the quantity, and add the extra units with an adjustment.",
          },
        ]
      : [],
  );
  const [first] = errors;
  if (first !== undefined)
    throw new ApiFailure("VALIDATION_FAILED", `${first.path}: ${first.message}`, errors);
}
