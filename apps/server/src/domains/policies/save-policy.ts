import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { insertPolicy } from "./create-policy.ts";
import { type NewPolicy, readPolicy } from "./policy-rows.ts";
import { changePolicy } from "./update-policy.ts";

/** Creates or updates the store's policy of this type, or for type CUSTOM, of this title. Returns its id. */
export function savePolicy(ctx: Context, input: NewPolicy): Promise<string> {
  return ctx.tx(async (tx) => {
    await lockStore(tx);
    const id = await findPolicy(tx, input);
    if (id === undefined) return insertPolicy(tx, ctx, input);
    await changePolicy(tx, ctx, await readPolicy(tx, id), input);
    return id;
  });
}

async function findPolicy(
  tx: Transaction,
  { type, title }: NewPolicy,
): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(sql`
    select id from shop.policies
    where store_id = ${tx.storeId} and type = ${type} and deleted_at is null
      and (type <> 'CUSTOM' or lower(title) = lower(${title}))`);
  return row?.id;
}
