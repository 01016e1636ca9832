import type { StorePolicyType } from "@vetrina/contract/enumerations";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { enqueue } from "../../platform/outbox.ts";
import { sanitizeRichText } from "../../platform/rich-text.ts";

export type NewPolicy = {
  type: StorePolicyType;
  title: string;
  /** HTML; sanitised here. */
  content: string;
};

/** The store's one policy of this type (of a CUSTOM one: of this title), written or replaced. Answers with its id. */
export function savePolicy(ctx: Context, input: NewPolicy): Promise<string> {
  return ctx.tx((tx) => writePolicy(tx, ctx, input));
}

/** As savePolicy, in a transaction that goes on. */
export async function writePolicy(
  tx: Transaction,
  ctx: Pick<Context, "actor" | "traceId" | "now">,
  input: NewPolicy,
): Promise<string> {
  const content = sanitizeRichText(input.content);
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.storeId} policies`}, 0))`);
  const present = await tx.row<{ id: string; title: string }>(sql`
    select id, title from shop.policies
    where store_id = ${tx.storeId} and type = ${input.type} and (type <> 'CUSTOM' or title = ${input.title})`);
  const id = present?.id ?? newId();
  await tx.run(sql`
    insert into shop.policies (store_id, id, type, title, content, updated_at)
    values (${tx.storeId}, ${id}, ${input.type}, ${input.title}, ${content}, ${ctx.now()})
    on conflict (store_id, id) do update
    set title = excluded.title, content = excluded.content, updated_at = excluded.updated_at`);
  await audit(tx, ctx, {
    action: present === undefined ? "CREATE" : "UPDATE",
    entityType: "policy",
    entityId: id,
    before: present && { title: present.title },
    after: { type: input.type, title: input.title },
  });
  await enqueue(tx, "catalogue.changed", { tags: ["policies"] });
  return id;
}
