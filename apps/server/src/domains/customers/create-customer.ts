import type { customers } from "@vetrina/contract/people/customers";
import { audit } from "../../platform/audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { claimKey, keepAnswer } from "../../platform/idempotency.ts";
import { newId } from "../../platform/id.ts";
import { presentCustomer, readCustomer } from "./customer-rows.ts";

/** Creates a customer. If another customer has the email address, throws ALREADY_EXISTS. */
export const createCustomer: Handler<typeof customers.createCustomer> = (ctx, { body }) =>
  ctx.tx(async (tx) => {
    const stored = await claimKey<{ id: string }>(tx, ctx);
    if (stored !== null) return presentCustomer(ctx, await readCustomer(tx, stored.id));
    const id = newId();
    const email = body.email.toLowerCase();
    const taken = await tx.row<{ id: string }>(sql`
      select id from shop.customers where store_id = ${tx.storeId} and lower(email) = ${email} and erased_at is null`);
    if (taken !== undefined) throw addressTaken(taken.id);
    const { name, phone = null, note = null, tags = [] } = body;
    const made = await tx.run(sql`
      insert into shop.customers (store_id, id, email, name, phone, note, tags, created_at, updated_at)
      values (${tx.storeId}, ${id}, ${email}, ${name}, ${phone || null}, ${note || null}, ${tags}, ${ctx.now()}, ${ctx.now()})
      on conflict do nothing`);
    if (made === 0) throw addressTaken();
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "customer",
      entityId: id,
      after: { created: true },
    });
    // Stores only the id, so that responses stored under an Idempotency-Key contain no personal data.
    await keepAnswer(tx, ctx, { id });
    return presentCustomer(ctx, await readCustomer(tx, id));
  });

export function addressTaken(id?: string): ApiFailure {
  return new ApiFailure(
    "ALREADY_EXISTS",
    "Another customer has this email address. Use a different address, or change that customer.",
    id === undefined ? null : { id },
  );
}
