import type { AuditEntry } from "@vetrina/contract/stores/logging";
import type { Transaction } from "../../platform/context.ts";
import { joinSql, sql, type Sql } from "../../platform/database/sql.ts";
import { requirePageSize } from "../../platform/http/answers/answer-size.ts";

export type ChosenEntries = {
  startDate?: string | undefined;
  endDate?: string | undefined;
  entityType?: string | undefined;
  entityId?: string | undefined;
  withCustomers: boolean;
};

/**
 * The entity types of entries about customers. MANUAL entries may write them in any case, so they are compared in lower
 * case.
 */
const ofCustomers = ["customer", "customers", "address", "subscription", "contact message"];

type Row = Omit<AuditEntry, "actor" | "createdAt"> & {
  actorKind: AuditEntry["actor"]["kind"];
  actorId: string | null;
  actorName: string | null;
  createdAt: Date;
};

/** Reads one page of the store's entries and their total number. Throws VALIDATION_FAILED if the page is too large. */
export async function readAuditEntries(
  tx: Transaction,
  chosen: ChosenEntries,
  page: { limit: number; offset: number },
): Promise<{ items: AuditEntry[]; total: number }> {
  await requirePageSize(
    tx,
    sql`select coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0) as bytes from (${pageOf(tx.storeId, chosen, page)}) e`,
  );
  const rows = await tx.rows<Row>(entriesQuery(tx.storeId, chosen, page));
  const count = await tx.row<{ total: number }>(sql`
    select count(*)::int as total from shop.audit_entries e where ${conditionsOf(tx.storeId, chosen)}`);
  return { items: rows.map(toWire), total: count?.total ?? 0 };
}

/** Limits the page before joining users, so that names are looked up only for the entries shown. */
export function entriesQuery(
  storeId: string,
  chosen: ChosenEntries,
  page: { limit: number; offset: number },
): Sql {
  return sql`
    with e as (${pageOf(storeId, chosen, page)})
    select ${columns} from e ${actors}
    order by e.created_at desc, e.id desc`;
}

function pageOf(
  storeId: string,
  chosen: ChosenEntries,
  page: { limit: number; offset: number },
): Sql {
  return sql`
    select * from shop.audit_entries e where ${conditionsOf(storeId, chosen)}
    order by e.created_at desc, e.id desc limit ${page.limit} offset ${page.offset}`;
}

export async function readAuditEntry(tx: Transaction, id: string): Promise<AuditEntry | undefined> {
  const row = await tx.row<Row>(sql`
    select ${columns} from shop.audit_entries e ${actors}
    where e.store_id = ${tx.storeId} and e.id = ${id}`);
  return row === undefined ? undefined : toWire(row);
}

const columns = sql`e.id, e.store_id as "storeId", e.action, e.entity_type as "entityType", e.entity_id as "entityId",
  e.actor_kind as "actorKind", e.actor_id as "actorId", coalesce(u.name, k.name) as "actorName", e.origin, e.before, e.after,
  e.trace_id as "traceId", e.created_at as "createdAt"`;

const actors = sql`left join shop.users u on e.actor_kind = 'user' and u.id = e.actor_id
  left join shop.api_keys k on e.actor_kind = 'api-key' and k.store_id = e.store_id and k.id = e.actor_id`;

function conditionsOf(
  storeId: string,
  { startDate, endDate, entityType, entityId, withCustomers }: ChosenEntries,
): Sql {
  const conditions = [sql`e.store_id = ${storeId}`];
  if (startDate !== undefined) conditions.push(sql`e.created_at >= ${startDate}`);
  if (endDate !== undefined) conditions.push(sql`e.created_at < ${endDate}`);
  if (entityType !== undefined) conditions.push(sql`e.entity_type = ${entityType}`);
  if (entityId !== undefined) conditions.push(sql`e.entity_id = ${entityId}`);
  if (!withCustomers) conditions.push(sql`lower(e.entity_type) <> all(${ofCustomers})`);
  return joinSql(conditions, " and ");
}

function toWire({ actorKind, actorId, actorName, createdAt, ...row }: Row): AuditEntry {
  return {
    ...row,
    actor: { kind: actorKind, id: actorId, name: actorName },
    createdAt: createdAt.toISOString(),
  };
}
