import type { Permission } from "@vetrina/contract/people/permissions";
import type { Context, Transaction } from "./context.ts";
import { sql } from "./database/sql.ts";
import { ApiFailure } from "./errors.ts";
import { heldBy } from "./held-permissions.ts";

/** Permissions that allow seeing staff names: those that give access to the audit log or to the list of staff. */
const mayKnow: readonly Permission[] = ["MANAGE_SETTINGS", "MANAGE_STAFF", "MANAGE_ROLES"];
/**
 * The maximum time between a change and its audit entry: they share a transaction, which may have waited for a lock.
 */
const nearMs = 30_000;
/** Entity types in the audit log that differ from the entity's name in the error message. */
const entryType: Readonly<Record<string, string>> = {
  picture: "media",
  "list of synonyms": "synonyms",
};

/**
 * Prevents overwriting another user's change; call it once the row is locked. Throws EDIT_CONFLICT with the result of
 * `present` (the entity as its GET returns it) if If-Match contains a different version. Without If-Match, the last
 * write wins. `lastChange` says who made the last change, if the caller may know and the audit log has its entry.
 */
export async function requireFresh(
  tx: Transaction,
  ctx: Context,
  what: string,
  version: number,
  present: () => Promise<object>,
): Promise<void> {
  if (ctx.ifMatch === null || ctx.ifMatch.includes(version)) return;
  const now = await present();
  const lastChange = await readLastChange(tx, ctx, what, now);
  throw new ApiFailure(
    "EDIT_CONFLICT",
    `${lastChange?.by.name ?? "Someone"} changed this ${what} since you opened it. Compare and save again.`,
    lastChange === null ? now : { ...now, lastChange },
  );
}

type LastChange = { at: string; by: { kind: string; id: string | null; name: string | null } };
type Entry = { at: Date; kind: string; id: string | null; name: string | null };

/**
 * Null if the caller may not know who made the change, or if the latest entry does not describe the latest change, as
 * after a bulk edit.
 */
async function readLastChange(
  tx: Transaction,
  { actor }: Context,
  what: string,
  present: { id?: unknown; name?: unknown; updatedAt?: unknown },
): Promise<LastChange | null> {
  if (actor.kind !== "user") return null;
  const held = await heldBy(tx, actor.userId);
  if (held === null || !mayKnow.some((permission) => held.has(permission))) return null;
  const id = typeof present.id === "string" ? present.id : null;
  // Menus have no id; their audit entries contain their names.
  const which =
    id === null
      ? sql`e.entity_id is null and e.after ->> 'name' is not distinct from ${textOf(present.name)}`
      : sql`e.entity_id = ${id}`;
  const ofParts =
    what === "product"
      ? sql` union all (select e.* from shop.variants v join shop.audit_entries e on e.store_id = v.store_id
        and e.origin = 'SYSTEM' and e.entity_type = 'variant' and e.entity_id = v.id
        where v.store_id = ${tx.storeId} and v.product_id = ${id} order by e.id desc limit 1)`
      : what === "review"
        ? sql` union all (select e.* from shop.review_photos f join shop.audit_entries e on e.store_id = f.store_id
        and e.origin = 'SYSTEM' and e.entity_type = 'review photo' and e.entity_id = f.id
        where f.store_id = ${tx.storeId} and f.review_id = ${id} order by e.id desc limit 1)`
        : sql``;
  const entry = await tx.row<Entry>(sql`
    select e.created_at as at, e.actor_kind as kind, e.actor_id as id, coalesce(u.name, k.name) as name
    from ((select e.* from shop.audit_entries e where e.store_id = ${tx.storeId}
        and e.origin = 'SYSTEM' and e.entity_type = ${entryType[what] ?? what} and ${which} order by e.id desc limit 1)${ofParts}) e
    left join shop.users u on e.actor_kind = 'user' and u.id = e.actor_id
    left join shop.api_keys k on e.actor_kind = 'api-key' and k.store_id = e.store_id and k.id = e.actor_id
    order by e.id desc limit 1`);
  if (entry === undefined) return null;
  const { at, ...by } = entry;
  const changed = typeof present.updatedAt === "string" ? Date.parse(present.updatedAt) : null;
  if (changed !== null && Math.abs(changed - at.getTime()) > nearMs) return null;
  return { at: at.toISOString(), by };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
