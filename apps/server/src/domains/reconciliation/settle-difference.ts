import type { reconciliation } from "@vetrina/contract/orders/reconciliation";
import { actorOf, audit } from "../../platform/audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { presentDetails } from "./difference-rows.ts";

/**
 * Settles an open difference. Throws NOT_FOUND, INVALID_TRANSITION if the difference isn't open, and EDIT_CONFLICT if
 * it was changed in the meantime.
 */
export const settleDifference: Handler<typeof reconciliation.settleDifference> = (
  ctx,
  { id, body },
) =>
  ctx.tx(async (tx) => {
    const row = await tx.row<{ state: string; version: number }>(sql`
      select state, version from shop.reconciliation_differences where store_id = ${tx.storeId} and id = ${id} for update`);
    if (row === undefined) throw notFound("difference");
    await requireFresh(tx, ctx, "difference", row.version, () => presentDetails(tx, id));
    if (row.state !== "OPEN")
      throw new ApiFailure(
        "INVALID_TRANSITION",
        "This difference is already closed. Only an open one can be settled.",
        {
          status: row.state,
        },
      );
    const actor = actorOf(ctx);
    await tx.run(sql`
      update shop.reconciliation_differences set state = 'SETTLED', closed_at = ${ctx.now()}, note = ${body.note},
        settled_by_kind = ${actor.kind}, settled_by = ${actor.id}, version = version + 1
      where store_id = ${tx.storeId} and id = ${id}`);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "difference",
      entityId: id,
      before: { state: row.state },
      after: { state: "SETTLED", note: body.note },
    });
    return presentDetails(tx, id);
  });
