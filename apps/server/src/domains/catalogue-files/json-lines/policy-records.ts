import type { StorePolicyType } from "@vetrina/contract/enumerations";
import type { Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import type { RecordOf } from "./records.ts";

/** Once a record's versions have this many bytes, the remaining versions go into another record. */
const maxBytes = 512 * 1024;
const maxVersions = 100;

type Version = { version: number; title: string; content: string; at: Date };
type Policy = { id: string; kind: StorePolicyType; version: number };

export function policyNames(tx: Transaction): Promise<{ kind: StorePolicyType; title: string }[]> {
  return tx.rows(sql`
    select type as kind, title from shop.policies where store_id = ${tx.storeId} and deleted_at is null`);
}

/**
 * Reads one record of a policy: its current version, and earlier ones, oldest first. A policy with many or long
 * versions takes several records. `at` is the previous record's `next`, or "" for the first.
 */
export async function policyRecord(
  tx: Transaction,
  at: string,
): Promise<{ record: RecordOf<"policy"> | null; next: string | null }> {
  const [id = "", after = ""] = at.split(".");
  const policy = after === "" ? await policyBehind(tx, id) : await policyOf(tx, id);
  if (policy === undefined)
    return { record: null, next: id === "" || after === "" ? null : `${id}.` };
  const some = await versionsAfter(tx, policy.id, Number(after));
  const [present] = await versionsAfter(tx, policy.id, policy.version - 1);
  const last = some.at(-1);
  if (present === undefined || last === undefined) return { record: null, next: `${policy.id}.` };
  const { title, content, at: since } = present;
  const earlier = some
    .filter(({ version }) => version < present.version)
    .map((one) => ({ title: one.title, content: one.content, at: one.at.toISOString() }));
  return {
    record: {
      type: "policy",
      kind: policy.kind,
      title,
      content,
      since: since.toISOString(),
      earlier,
    },
    next: last.version < present.version - 1 ? `${policy.id}.${last.version}` : `${policy.id}.`,
  };
}

/**
 * Returns the policy that follows the one with this id, by type and title. The one with the id may be deleted. ""
 * returns the first policy.
 */
function policyBehind(tx: Transaction, id: string): Promise<Policy | undefined> {
  const behind =
    id === ""
      ? sql``
      : sql` and (type, lower(title), id) > (select type, lower(title), id from shop.policies where store_id = ${tx.storeId} and id = ${id})`;
  return tx.row(sql`
    select id, type as kind, version from shop.policies
    where store_id = ${tx.storeId} and deleted_at is null${behind} order by type, lower(title), id limit 1`);
}

function policyOf(tx: Transaction, id: string): Promise<Policy | undefined> {
  return tx.row(sql`
    select id, type as kind, version from shop.policies
    where store_id = ${tx.storeId} and id = ${id} and deleted_at is null`);
}

/**
 * Returns the versions after this one, until there are `maxVersions` or they have `maxBytes`. The last one may exceed
 * `maxBytes`. Empty if there are no later versions.
 */
function versionsAfter(tx: Transaction, policyId: string, after: number): Promise<Version[]> {
  return tx.rows(sql`
    select v.version, v.title, v.content, v.created_at as at
    from (select w.*, sum(octet_length(w.content)) over (order by w.version) - octet_length(w.content) as before
      from (select version, title, content, created_at from shop.policy_versions
        where store_id = ${tx.storeId} and policy_id = ${policyId} and version > ${after}
        order by version limit ${maxVersions}) w) v
    where v.before < ${maxBytes} order by v.version`);
}
