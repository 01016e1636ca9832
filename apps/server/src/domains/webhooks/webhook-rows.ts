import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import type { WebhookEntry } from "@vetrina/contract/stores/webhook-log";
import type { Transaction } from "../../platform/context.ts";
import { joinSql, sql, type Sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";

/** A row of shop.webhook_events. */
export type EventRow = {
  store_id: string;
  id: string;
  origin: "SYSTEM" | "MANUAL";
  provider: PaymentProvider;
  environment: PaymentEnv | null;
  event_id: string;
  type: string;
  object_ids: string[];
  order_id: string | null;
  payment_id: string | null;
  status: WebhookEntry["status"];
  error: string | null;
  deliveries: number;
  attempts: number;
  received_at: Date;
  processed_at: Date | null;
};

const columns = sql`store_id, id, origin, provider, environment, event_id, type, object_ids, order_id, payment_id, status, error,
  deliveries, attempts, received_at, processed_at`;

export type ChosenEvents = {
  startDate?: string | undefined;
  endDate?: string | undefined;
  entityType?: string | undefined;
  entityId?: string | undefined;
};

/** Returns undefined if there is no such event. */
export function findEvent(tx: Transaction, id: string): Promise<EventRow | undefined> {
  return tx.row<EventRow>(sql`
    select ${columns} from shop.webhook_events where store_id = ${tx.storeId} and id = ${id}`);
}

/** Throws NOT_FOUND. */
export async function lockEvent(tx: Transaction, id: string): Promise<EventRow> {
  const row = await tx.row<EventRow>(sql`
    select ${columns} from shop.webhook_events where store_id = ${tx.storeId} and id = ${id} for update`);
  if (row === undefined) throw notFound("webhook event");
  return row;
}

/** A page of the store's entries, newest first, and their total number. */
export async function readEvents(
  tx: Transaction,
  chosen: ChosenEvents,
  page: { limit: number; offset: number },
): Promise<{ items: WebhookEntry[]; total: number }> {
  const conditions = conditionsOf(tx.storeId, chosen);
  const rows = await tx.rows<EventRow>(eventsQuery(conditions, page));
  const count = await tx.row<{ total: number }>(
    sql`select count(*)::int as total from shop.webhook_events where ${conditions}`,
  );
  return { items: rows.map(presentEvent), total: count?.total ?? 0 };
}

export function eventsQuery(
  conditions: Sql,
  { limit, offset }: { limit: number; offset: number },
): Sql {
  return sql`select ${columns} from shop.webhook_events where ${conditions}
    order by received_at desc, id desc limit ${limit} offset ${offset}`;
}

export function conditionsOf(
  storeId: string,
  { startDate, endDate, entityType, entityId }: ChosenEvents,
): Sql {
  const conditions = [sql`store_id = ${storeId}`];
  if (startDate !== undefined) conditions.push(sql`received_at >= ${startDate}`);
  if (endDate !== undefined) conditions.push(sql`received_at < ${endDate}`);
  const kind = entityType?.toLowerCase();
  if (kind !== undefined && kind !== "order" && kind !== "payment") conditions.push(sql`false`);
  if (kind === "order") conditions.push(sql`order_id is not null`);
  if (kind === "payment") conditions.push(sql`payment_id is not null`);
  if (entityId !== undefined) conditions.push(ofEntity(kind, entityId));
  return joinSql(conditions, " and ");
}

function ofEntity(kind: string | undefined, id: string): Sql {
  if (kind === "order") return sql`order_id = ${id}`;
  if (kind === "payment") return sql`payment_id = ${id}`;
  return sql`(order_id = ${id} or payment_id = ${id})`;
}

export function presentEvent(row: EventRow): WebhookEntry {
  return {
    id: row.id,
    storeId: row.store_id,
    origin: row.origin,
    provider: row.provider,
    environment: row.environment,
    eventId: row.event_id,
    type: row.type,
    status: row.status,
    error: row.error,
    orderId: row.order_id,
    paymentId: row.payment_id,
    deliveries: row.deliveries,
    attempts: row.attempts,
    receivedAt: row.received_at.toISOString(),
    processedAt: row.processed_at?.toISOString() ?? null,
  };
}
