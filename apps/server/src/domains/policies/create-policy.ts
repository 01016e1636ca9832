import type { policies } from "@vetrina/contract/policies";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Verb } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { enqueue } from "../../platform/outbox.ts";
import { sanitizeRichText } from "../../platform/rich-text.ts";
import { lockStore } from "../stores/lock-store.ts";
import { mostPolicies, readPolicy } from "./queries.ts";
import type { NewPolicy } from "./save-policy.ts";

/** Throws ALREADY_EXISTS for a second one of a type, or of a title among the CUSTOM ones; LIMIT_REACHED. */
export const createPolicy: Verb<typeof policies.createPolicy> = (ctx, { body }) =>
  ctx.tx(async (tx) => {
    await lockStore(tx);
    return readPolicy(tx, await insertPolicy(tx, ctx, body));
  });

/** As createPolicy, in a transaction that goes on and has locked the store. Answers with the policy's id. */
export async function insertPolicy(
  tx: Transaction,
  ctx: Pick<Context, "actor" | "traceId" | "now">,
  { type, title, content }: NewPolicy,
): Promise<string> {
  const id = newId();
  await refuseTooMany(tx);
  await requireFreeTitle(tx, { id, type, title });
  await tx.run(sql`
    insert into shop.policies (store_id, id, type, title, content, updated_at)
    values (${tx.storeId}, ${id}, ${type}, ${title}, ${sanitizeRichText(content)}, ${ctx.now()})`);
  await keepWording(tx, id);
  await audit(tx, ctx, {
    action: "CREATE",
    entityType: "policy",
    entityId: id,
    after: { type, title, version: 1 },
  });
  await enqueue(tx, "catalogue.changed", { tags: ["policies"] });
  return id;
}

/** Throws ALREADY_EXISTS where a policy other than `id` stands in its place. */
export async function requireFreeTitle(
  tx: Transaction,
  { id, type, title }: Pick<NewPolicy, "type" | "title"> & { id: string },
): Promise<void> {
  const other = await tx.row(sql`
    select from shop.policies
    where store_id = ${tx.storeId} and id <> ${id} and type = ${type} and deleted_at is null
      and (type <> 'CUSTOM' or lower(title) = lower(${title}))`);
  if (other !== undefined)
    throw new ApiFailure(
      "ALREADY_EXISTS",
      type === "CUSTOM"
        ? "Another policy has this title. Choose another."
        : "The store has this policy. Change it, or use the type CUSTOM.",
      { field: type === "CUSTOM" ? "title" : "type" },
    );
}

/** The policy as it is now, for later. */
export async function keepWording(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`
    insert into shop.policy_versions (store_id, policy_id, version, title, content, created_at)
    select store_id, id, version, title, content, updated_at from shop.policies
    where store_id = ${tx.storeId} and id = ${id}`);
}

async function refuseTooMany(tx: Transaction): Promise<void> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from shop.policies where store_id = ${tx.storeId} and deleted_at is null`);
  if ((row?.count ?? 0) >= mostPolicies)
    throw new ApiFailure("LIMIT_REACHED", `A store has at most ${mostPolicies} policies.`, {
      most: mostPolicies,
    });
}
