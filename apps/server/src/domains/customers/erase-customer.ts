import type { customers } from "@vetrina/contract/customers";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { refuseStale } from "../../platform/edit-conflict.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Verb } from "../../platform/http/routes.ts";
import { presentCustomer, readCustomer } from "./customer-rows.ts";

/** Who wrote a review once nobody can be named. */
const nobody = "Former customer";

/**
 * Forgets a person, in every table of the store; the books stay. A second time changes nothing. Throws OPEN_ORDERS while
 * something is still to be paid for or sent: it needs an address.
 */
export const eraseCustomer: Verb<typeof customers.eraseCustomer> = (ctx, { id }) =>
  ctx.tx(async (tx) => {
    if (await isErased(tx, id)) return;
    if (ctx.ifMatch !== null) await refuseChanged(tx, ctx, id);
    const row = await tx.row<{ open: string[] }>(
      sql`select door.erase_customer(${id}, ${nobody}, ${ctx.now()}) as open`,
    );
    const open = row?.open ?? [];
    if (open.length > 0)
      throw new ApiFailure(
        "OPEN_ORDERS",
        "Orders are under way. Erase once they have been sent, or cancel them first.",
        { orders: open },
      );
    await audit(tx, ctx, { action: "DELETE", entityType: "customer", entityId: id });
  });

async function isErased(tx: Transaction, id: string): Promise<boolean> {
  const row = await tx.row(sql`
    select from shop.customers where store_id = ${tx.storeId} and id = ${id} and erased_at is not null`);
  return row !== undefined;
}

async function refuseChanged(tx: Transaction, ctx: Context, id: string): Promise<void> {
  const present = await readCustomer(tx, id);
  await refuseStale(tx, ctx, "customer", present.version, async () =>
    presentCustomer(ctx, present),
  );
}
