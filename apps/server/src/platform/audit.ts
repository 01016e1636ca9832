import type { AuditAction } from "@vetrina/contract/enumerations";
import type { Context, Transaction } from "./context.ts";
import { sql } from "./database/sql.ts";
import { newId } from "./id.ts";

export type AuditEntry = {
  action: AuditAction;
  entityType: string;
  entityId: string;
  before?: unknown;
  after?: unknown;
};

/** Writes down who did what, in the change's own transaction. Never put a secret or a whole person into it. */
export async function audit(tx: Transaction, ctx: Context, entry: AuditEntry): Promise<void> {
  const actor = actorOf(ctx);
  await tx.run(sql`
    insert into shop.audit_entries (store_id, id, actor_kind, actor_id, action, entity_type, entity_id, before, after, trace_id)
    values (${tx.storeId}, ${newId()}, ${actor.kind}, ${actor.id}, ${entry.action}, ${entry.entityType}, ${entry.entityId},
      ${json(entry.before)}, ${json(entry.after)}, ${ctx.traceId})`);
}

function actorOf({ actor }: Context): { kind: string; id: string | null } {
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

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
