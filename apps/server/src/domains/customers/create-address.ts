import type { customers } from "@vetrina/contract/people/customers";
import { audit } from "../../platform/audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { claimKey, keepAnswer } from "../../platform/idempotency.ts";
import { newId } from "../../platform/id.ts";
import {
  completeAddress,
  ensureDefault,
  lockAddresses,
  presentAddress,
  readAddress,
  unsetDefault,
} from "./address-rows.ts";

/** Maximum number of addresses of a customer, few enough to be read at once. */
export const maxAddresses = 50;

/**
 * Adds an address. The first of its type becomes the default. Throws LIMIT_REACHED if the customer already has fifty.
 */
export const createAddress: Handler<typeof customers.createAddress> = (
  ctx,
  { id, body: given },
) => {
  const body = completeAddress(given);
  return ctx.tx(async (tx) => {
    const stored = await claimKey<{ id: string }>(tx, ctx);
    if (stored !== null) return presentAddress(await readAddress(tx, id, stored.id));
    await lockAddresses(tx, id);
    const count = await tx.row<{ count: number }>(sql`
      select count(*)::int as count from shop.customer_addresses where store_id = ${tx.storeId} and customer_id = ${id}`);
    if ((count?.count ?? 0) >= maxAddresses)
      throw new ApiFailure(
        "LIMIT_REACHED",
        `A customer can have up to ${maxAddresses} addresses. Remove an address first.`,
      );
    if (body.isDefault === true) await unsetDefault(tx, id, body.type);
    const addressId = newId();
    await tx.run(sql`
      insert into shop.customer_addresses (store_id, customer_id, id, type, is_default, name, address, address2, city, region,
        postal_code, country, phone, created_at, updated_at)
      values (${tx.storeId}, ${id}, ${addressId}, ${body.type}, ${body.isDefault === true}, ${body.name}, ${body.address},
        ${body.address2 || null}, ${body.city}, ${body.region || null}, ${body.postalCode || null}, ${body.country},
        ${body.phone || null}, ${ctx.now()}, ${ctx.now()})`);
    await ensureDefault(tx, id, body.type);
    const made = presentAddress(await readAddress(tx, id, addressId));
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "customer",
      entityId: id,
      after: { added: "address", addressId },
    });
    // Stores only the id, so that responses stored under an Idempotency-Key contain no personal data.
    await keepAnswer(tx, ctx, { id: addressId });
    return made;
  });
};
