import type { AuditAction } from "@vetrina/contract/enumerations";
import type { Context, Transaction } from "./context.ts";
import { boundState, changedStates, jsonBytes } from "./bound-state.ts";
import { noteCopies } from "./database/copies.ts";
import { type Queryable, type Sql, sql } from "./database/sql.ts";
import { newId } from "./id.ts";

export type AuditEntry = {
  action: AuditAction;
  entityType: string;
  entityId: string | null;
  before?: unknown;
  after?: unknown;
  /** MANUAL: posted as an entry of its own, not recorded together with a change. */
  origin?: "SYSTEM" | "MANUAL";
};

/**
 * Writes an audit entry in the change's own transaction and returns its id. Entries can't be changed or removed, so
 * never include a secret or all of a person's data. Leaves out long unchanged fields and shortens large states.
 */
export async function audit(
  tx: Transaction,
  ctx: Pick<Context, "actor" | "traceId">,
  entry: AuditEntry,
): Promise<string> {
  const id = newId();
  await tx.run(auditWrite(tx, ctx, entry, id));
  return id;
}

/** The statement that writes an audit entry, for writeTogether. */
export function auditWrite(
  tx: Transaction,
  ctx: Pick<Context, "actor" | "traceId">,
  entry: AuditEntry,
  id = newId(),
): Sql {
  const actor = actorOf(ctx);
  const { before, after } = statesOf(tx, entry);
  return sql`
    insert into shop.audit_entries (store_id, id, actor_kind, actor_id, action, entity_type, entity_id, before, after, origin,
      trace_id)
    values (${tx.storeId}, ${id}, ${actor.kind}, ${actor.id}, ${entry.action}, ${entry.entityType}, ${entry.entityId},
      ${json(before)}, ${json(after)}, ${entry.origin ?? "SYSTEM"}, ${ctx.traceId})`;
}

/** Like audit(), for many changes made together, such as by an import. */
export async function auditAll(
  tx: Transaction,
  ctx: Pick<Context, "actor" | "traceId">,
  entries: readonly AuditEntry[],
): Promise<void> {
  const actor = actorOf(ctx);
  for (let from = 0; from < entries.length; from += entriesAtOnce) {
    const rows = entries
      .slice(from, from + entriesAtOnce)
      .map((entry) => Object.assign({ id: newId(), origin: "SYSTEM" }, entry, statesOf(tx, entry)));
    await tx.run(sql`
      insert into shop.audit_entries (store_id, id, actor_kind, actor_id, action, entity_type, entity_id, before, after, origin,
        trace_id)
      select ${tx.storeId}, id, ${actor.kind}, ${actor.id}, action, "entityType", "entityId", before, after, origin, ${ctx.traceId}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, action text, "entityType" text, "entityId" uuid,
        before jsonb, after jsonb, origin text)`);
  }
}

const entriesAtOnce = 1000;

/**
 * Audits an account event, which belongs to no store. Stores whose staff the user has joined also record up to 20
 * logins and 20 logouts per hour and host, except those at another store's host. If nobody is signed in yet, the user
 * is the actor.
 */
export async function auditAccount(
  db: Queryable,
  { actor, traceId }: Pick<Context, "actor" | "traceId">,
  userId: string,
  entry: Omit<AuditEntry, "origin">,
): Promise<void> {
  const by = actor.kind === "system" ? null : "userId" in actor ? actor.userId : userId;
  await db.run(sql`
    select door.audit_account(${newId()}, ${userId}, ${by}, ${entry.action}, ${entry.entityType}, ${entry.entityId},
      ${json(boundState(entry.before))}, ${json(boundState(entry.after))}, ${traceId})`);
}

/** The actor in the form that audit entries store. */
export function actorOf({ actor }: Pick<Context, "actor">): { kind: string; id: string | null } {
  switch (actor.kind) {
    case "user":
      return { kind: "user", id: actor.userId };
    case "apiKey":
      return { kind: "api-key", id: actor.keyId };
    case "customer":
      return { kind: "customer", id: actor.customerId };
    case "order":
      return { kind: "order", id: actor.orderId };
    case "system":
      return { kind: "system", id: null };
    case "anonymous":
      return { kind: "shopper", id: null };
  }
}

/**
 * The entry's states as they are stored. Their bytes count toward the caller's limit on writes (database/copies.ts).
 * Manual entries keep unchanged fields, too.
 */
function statesOf(tx: Transaction, entry: AuditEntry): Pick<AuditEntry, "before" | "after"> {
  const { before, after } =
    entry.origin === "MANUAL"
      ? { before: boundState(entry.before), after: boundState(entry.after) }
      : changedStates(entry);
  noteCopies(tx, { bytes: jsonBytes(before) + jsonBytes(after) });
  return { before, after };
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
