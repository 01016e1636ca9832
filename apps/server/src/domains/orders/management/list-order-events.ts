import { toMajor } from "@vetrina/commerce/money";
import { type PaymentState, paymentStatuses } from "@vetrina/commerce/orders/order-states";
import type { OrderEvent, orderManagement } from "@vetrina/contract/orders/order-management";
import type { Transaction } from "../../../platform/context.ts";
import { type Sql, sql } from "../../../platform/database/sql.ts";
import { requirePageSize } from "../../../platform/http/answers/answer-size.ts";
import type { Handler } from "../../../platform/http/routes.ts";
import { readOrder } from "../../order-records/order-rows.ts";

/**
 * Lists the order's events. Its placement and payments aren't stored as events; they are read from the order's and the
 * payments' rows.
 */
export const listOrderEvents: Handler<typeof orderManagement.listOrderEvents> = (
  ctx,
  { id, page, limit },
) =>
  ctx.tx(async (tx) => {
    await readOrder(tx, id);
    const shown = sql`order by at desc, id desc limit ${limit} offset ${(page - 1) * limit}`;
    await requirePageSize(
      tx,
      sql`select coalesce(octet_length(text), 0) + octet_length(data::text) as bytes from (${allEvents(tx, id)}) e ${shown}`,
    );
    const rows = await tx.rows<EventRow>(eventsQuery(tx, shown, id));
    const count = await tx.row<{ total: number }>(
      sql`select count(*)::int as total from (${allEvents(tx, id)}) e`,
    );
    return { items: rows.map(presentEvent), page, limit, total: count?.total ?? 0 };
  });

export type EventRow = {
  id: string;
  kind: string;
  at: Date;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string | null;
  text: string | null;
  data: Record<string, unknown>;
};

/** Selects a page of events. The names of actors are looked up only for the events on the page. */
export function eventsQuery(tx: Transaction, page: Sql, orderId: string): Sql {
  return sql`
    with e as (select * from (${allEvents(tx, orderId)}) every ${page})
    select e.*, coalesce(u.name, k.name) as actor_name from e
    left join shop.users u on e.actor_kind = 'user' and u.id = e.actor_id
    left join shop.api_keys k on e.actor_kind = 'api-key' and k.store_id = ${tx.storeId} and k.id = e.actor_id
    order by e.at desc, e.id desc`;
}

function allEvents(tx: Transaction, orderId: string): Sql {
  return sql`
    select id, kind, created_at as at, actor_kind, actor_id, text, data from shop.order_events
    where store_id = ${tx.storeId} and order_id = ${orderId}
    union all
    select id, 'placed', created_at, case when placed_by is null then 'shopper' else 'customer' end, null::uuid, null,
      jsonb_build_object('totalMinor', total_minor, 'currency', currency) from shop.orders
    where store_id = ${tx.storeId} and id = ${orderId}
    union all
    select id, 'payment', updated_at, 'system', null::uuid, null, jsonb_build_object('provider', provider, 'state', state,
      'totalMinor', amount_minor, 'currency', currency) from shop.payments
    where store_id = ${tx.storeId} and order_id = ${orderId}`;
}

export function presentEvent({ id, kind, at, text, ...row }: EventRow): OrderEvent {
  const { totalMinor, state, ...data } = row.data;
  const currency = typeof data["currency"] === "string" ? data["currency"] : null;
  return {
    id,
    kind,
    at: at.toISOString(),
    by: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    text,
    data: {
      ...data,
      ...(typeof state === "string" ? { status: paymentStatuses[state as PaymentState] } : {}),
      ...(typeof totalMinor === "number" && currency !== null
        ? { amount: toMajor(totalMinor, currency) }
        : {}),
    },
  };
}
