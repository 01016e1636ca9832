import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { pace } from "../../platform/event-loop/pace.ts";
import { sanitizeRichText } from "../../platform/rich-text/rich-text.ts";
import { readPolicy } from "./policy-rows.ts";

/**
 * Maximum number of versions that a policy may have after an import. Each imported version is compared with all stored
 * ones, for every line of the file.
 */
const maxVersions = 2000;

export type VersionAt = { title: string; content: string; at: string };

/** Returns the versions with sanitized content, as they are stored. */
export async function storedVersions(versions: readonly VersionAt[]): Promise<VersionAt[]> {
  const stored: VersionAt[] = [];
  for (const { title, content, at } of versions) {
    await pace();
    stored.push({ title, content: sanitizeRichText(content), at });
  }
  return stored;
}

/**
 * Adds the versions that the policy doesn't have yet, dated as in the file but not in the future. The newest version is
 * then in force, whether it was imported or not. Call it in a system transaction that has locked the store. Throws
 * NOT_FOUND and LIMIT_REACHED.
 */
export async function importVersions(
  tx: Transaction,
  ctx: Pick<Context, "actor" | "traceId">,
  id: string,
  versions: readonly VersionAt[],
): Promise<void> {
  const { version } = await readPolicy(tx, id);
  const stored = JSON.stringify(await storedVersions(versions));
  await tx.run(sql`select door.import_policy_versions(${id}, ${stored}::jsonb)`);
  await requireBelowLimit(tx, id);
  const present = await readPolicy(tx, id);
  if (present.version === version) return;
  await audit(tx, ctx, {
    action: "UPDATE",
    entityType: "policy",
    entityId: id,
    before: { version },
    after: { title: present.title, version: present.version },
  });
  await enqueue(tx, catalogueChanged, { tags: ["policies"] });
}

async function requireBelowLimit(tx: Transaction, id: string): Promise<void> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from (select from shop.policy_versions
      where store_id = ${tx.storeId} and policy_id = ${id} limit ${maxVersions + 1}) v`);
  if ((row?.count ?? 0) <= maxVersions) return;
  throw new ApiFailure(
    "LIMIT_REACHED",
    `After an import, a policy can have at most ${maxVersions} versions, including those already in the store. Remove the oldest from the file.`,
    { max: maxVersions },
  );
}
