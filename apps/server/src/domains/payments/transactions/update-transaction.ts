import type { transactions } from "@vetrina/contract/orders/transactions";
import { audit } from "../../../platform/audit.ts";
import { sql } from "../../../platform/database/sql.ts";
import { requireFresh } from "../../../platform/edit-conflict.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import type { Handler } from "../../../platform/http/routes.ts";
import { readTransaction } from "./transaction-rows.ts";

/**
 * Changes the note and reference of a manual payment; null removes them. Throws INVALID_TRANSITION for refunds and for
 * payments through a provider.
 */
export const updateTransaction: Handler<typeof transactions.updateTransaction> = (
  ctx,
  { id, body },
) =>
  ctx.tx(async (tx) => {
    await tx.row(
      sql`select from shop.payments where store_id = ${tx.storeId} and id = ${id} for update`,
    );
    const present = await readTransaction(tx, id);
    await requireFresh(tx, ctx, "transaction", present.version, async () => present);
    if (present.type === "REFUND" || present.method === null)
      throw new ApiFailure(
        "INVALID_TRANSITION",
        "Only payments recorded by staff can be changed, not refunds or payments through a provider.",
        { status: present.status },
      );
    const next = {
      reference: body.reference === undefined ? present.reference : body.reference,
      note: body.note === undefined ? present.note : body.note,
    };
    await tx.run(sql`
      update shop.payments set reference = ${next.reference}, note = ${next.note}, version = version + 1,
        updated_at = ${ctx.now()}
      where store_id = ${tx.storeId} and id = ${id}`);
    // Records only the fields' names, because their texts may name people and audit entries can't be removed.
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "transaction",
      entityId: id,
      after: { changed: Object.keys(body) },
    });
    return readTransaction(tx, id);
  });
