import type { policies } from "@vetrina/contract/stores/policies";
import type { StorePolicy } from "@vetrina/contract/stores/stores";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { sanitizeAhead } from "../../platform/rich-text/sanitize-ahead.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { keepVersion, readPolicy, requireFreeTitle, textOf } from "./policy-rows.ts";

/** Changes a policy; an unchanged text creates no version. Throws ALREADY_EXISTS, EDIT_CONFLICT. */
export const updatePolicy: Handler<typeof policies.updatePolicy> = async (ctx, { id, body }) => {
  return sanitizeAhead(ctx, [body.content], () =>
    ctx.tx(async (tx) => {
      await lockStore(tx);
      const present = await readPolicy(tx, id);
      await requireFresh(tx, ctx, "policy", present.version, async () => present);
      await changePolicy(tx, ctx, present, body);
      return readPolicy(tx, id);
    }),
  );
};

type Change = { title?: string | undefined; content?: string | undefined };

/** Like updatePolicy, in an open transaction that has locked the store. */
export async function changePolicy(
  tx: Transaction,
  ctx: Pick<Context, "actor" | "traceId" | "now">,
  { id, type, version, ...present }: StorePolicy,
  change: Change,
): Promise<void> {
  const title = change.title ?? present.title;
  const content = change.content === undefined ? present.content : textOf(change.content);
  const isNew = title !== present.title || content !== present.content;
  if (isNew) {
    await requireFreeTitle(tx, { id, type, title });
    const changed = content === present.content ? null : content;
    // Sends null for unchanged content, so that PostgreSQL doesn't write long content again.
    await tx.run(sql`
      update shop.policies set title = ${title}, content = coalesce(${changed}, content), version = version + 1,
        updated_at = ${ctx.now()}
      where store_id = ${tx.storeId} and id = ${id}`);
    await keepVersion(tx, id);
    await enqueue(tx, catalogueChanged, { tags: ["policies"] });
  }
  await audit(tx, ctx, {
    action: "UPDATE",
    entityType: "policy",
    entityId: id,
    before: { title: present.title, version },
    after: { title, version: isNew ? version + 1 : version },
  });
}
