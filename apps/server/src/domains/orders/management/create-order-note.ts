import type { orderManagement } from "@vetrina/contract/orders/order-management";
import { audit } from "../../../platform/audit.ts";
import type { Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import type { Handler } from "../../../platform/http/routes.ts";
import { lockOrder } from "../../order-records/order-rows.ts";
import { recordEvent } from "../../order-records/record-event.ts";
import { type EventRow, eventsQuery, presentEvent } from "./list-order-events.ts";

/** Adds a note to the order's timeline, which only staff see. Notes can't be changed afterwards. */
export const createOrderNote: Handler<typeof orderManagement.createOrderNote> = (
  ctx,
  { id, body },
) =>
  ctx.tx(async (tx) => {
    await lockOrder(tx, id);
    await requireRoom(tx, id);
    const note = await recordEvent(tx, ctx, id, { kind: "note", text: body.text });
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "order note",
      entityId: note,
      after: { orderId: id },
    });
    const [row] = await tx.rows<EventRow>(eventsQuery(tx, sql`where id = ${note}`, id));
    if (row === undefined) throw new Error("a note that was just written can't be read");
    return presentEvent(row);
  });

/** Limited because the export of the buyer's data contains all notes. */
const maxNotes = 500;

async function requireRoom(tx: Transaction, orderId: string): Promise<void> {
  const row = await tx.row<{ n: number }>(sql`
    select count(*)::int as n from shop.order_events
    where store_id = ${tx.storeId} and order_id = ${orderId} and kind = 'note'`);
  if ((row?.n ?? 0) < maxNotes) return;
  throw new ApiFailure("LIMIT_REACHED", `An order can have at most ${maxNotes} notes.`, {
    max: maxNotes,
  });
}
