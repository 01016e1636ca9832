import type { policies } from "@vetrina/contract/stores/policies";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { sanitizeAhead } from "../../platform/rich-text/sanitize-ahead.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import {
  keepVersion,
  maxPolicies,
  type NewPolicy,
  readPolicy,
  requireFreeTitle,
  textOf,
} from "./policy-rows.ts";

type PolicyHistory = {
  earlier: readonly { title: string; content: string; at: string }[];
  since: string;
};

/**
 * Creates a policy. Throws ALREADY_EXISTS if the store has one of this type (for CUSTOM: of this title), and
 * LIMIT_REACHED.
 */
export const createPolicy: Handler<typeof policies.createPolicy> = async (ctx, { body }) => {
  return sanitizeAhead(ctx, [body.content], () =>
    ctx.tx(async (tx) => {
      await lockStore(tx);
      return readPolicy(tx, await insertPolicy(tx, ctx, body));
    }),
  );
};

/**
 * Like createPolicy, in an open transaction that has locked the store. `earlier` are versions from an import, oldest
 * first, and `since` is the date of the current version. Returns the policy's id.
 */
export async function insertPolicy(
  tx: Transaction,
  ctx: Pick<Context, "actor" | "traceId" | "now">,
  { type, title, content }: NewPolicy,
  { earlier, since }: PolicyHistory = { earlier: [], since: ctx.now().toISOString() },
): Promise<string> {
  const id = newId();
  await requireBelowLimit(tx);
  await requireFreeTitle(tx, { id, type, title });
  await tx.run(sql`
    insert into shop.policies (store_id, id, type, title, content, version, updated_at)
    values (${tx.storeId}, ${id}, ${type}, ${title}, ${textOf(content)}, ${earlier.length + 1}, ${since})`);
  for (const [i, version] of earlier.entries())
    await tx.run(sql`
      insert into shop.policy_versions (store_id, policy_id, version, title, content, created_at)
      values (${tx.storeId}, ${id}, ${i + 1}, ${version.title}, ${textOf(version.content)}, ${version.at})`);
  await keepVersion(tx, id);
  await audit(tx, ctx, {
    action: "CREATE",
    entityType: "policy",
    entityId: id,
    after: { type, title, version: earlier.length + 1 },
  });
  await enqueue(tx, catalogueChanged, { tags: ["policies"] });
  return id;
}

async function requireBelowLimit(tx: Transaction): Promise<void> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from shop.policies where store_id = ${tx.storeId} and deleted_at is null`);
  if ((row?.count ?? 0) >= maxPolicies)
    throw new ApiFailure(
      "LIMIT_REACHED",
      `A store can have at most ${maxPolicies} policies. Delete one first.`,
      {
        max: maxPolicies,
      },
    );
}
