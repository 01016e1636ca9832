import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { enqueue } from "../../platform/outbox.ts";
import { pace } from "../../platform/pace.ts";
import { sanitizeRichText } from "../../platform/rich-text/rich-text.ts";
import { readPolicy } from "./policy-rows.ts";

export type VersionAt = { title: string; content: string; at: string };

/** As they would be kept. */
export async function storedVersions(wordings: readonly VersionAt[]): Promise<VersionAt[]> {
  const kept: VersionAt[] = [];
  for (const { title, content, at } of wordings) {
    await pace();
    kept.push({ title, content: sanitizeRichText(content), at });
  }
  return kept;
}

/**
 * Gives a policy those of the wordings it had elsewhere that it does not have, each at its time; the latest of all is in force
 * then. In a transaction of the system that has locked the store. Throws NOT_FOUND.
 */
export async function importVersions(
  tx: Transaction,
  ctx: Pick<Context, "actor" | "traceId">,
  id: string,
  wordings: readonly VersionAt[],
): Promise<void> {
  const { version } = await readPolicy(tx, id);
  const kept = JSON.stringify(await storedVersions(wordings));
  await tx.run(sql`select door.bring_wordings(${id}, ${kept}::jsonb)`);
  const present = await readPolicy(tx, id);
  if (present.version === version) return;
  await audit(tx, ctx, {
    action: "UPDATE",
    entityType: "policy",
    entityId: id,
    before: { version },
    after: { title: present.title, version: present.version },
  });
  await enqueue(tx, "catalogue.changed", { tags: ["policies"] });
}
