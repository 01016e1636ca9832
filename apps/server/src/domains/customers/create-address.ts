import type { customers } from "@vetrina/contract/customers";
import { audit } from "../../platform/audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { claimKey, keepAnswer } from "../../platform/idempotency.ts";
import { newId } from "../../platform/id.ts";
import {
  handDefaultOn,
  lockAddresses,
  presentAddress,
  readAddress,
  refuseIncomplete,
  takeDefault,
} from "./address-rows.ts";

/** More than anybody needs, and few enough to be read at once. */
export const maxAddresses = 50;

/** Adds an address; the first of its type is its default. Throws LIMIT_REACHED beyond fifty. */
export const createAddress: Handler<typeof customers.createAddress> = (ctx, { id, body }) => {
  refuseIncomplete(body);
  return ctx.tx(async (tx) => {
    const kept = await claimKey<{ id: string }>(tx, ctx);
    if (kept !== null) return presentAddress(await readAddress(tx, id, kept.id));
    await lockAddresses(tx, id);
    const count = await tx.row<{ count: number }>(sql`
      select count(*)::int as count from shop.customer_addresses where store_id = ${tx.storeId} and customer_id = ${id}`);
    if ((count?.count ?? 0) >= maxAddresses)
      throw new ApiFailure(
        "LIMIT_REACHED",
        `You can save up to ${maxAddresses} addresses. Remove one first.`,
      );
    if (body.isDefault === true) await takeDefault(tx, id, body.type);
    const addressId = newId();
    await tx.run(sql`
      insert into shop.customer_addresses (store_id, customer_id, id, type, is_default, name, address, address2, city, region,
        postal_code, country, phone, created_at, updated_at)
      values (${tx.storeId}, ${id}, ${addressId}, ${body.type}, ${body.isDefault === true}, ${body.name}, ${body.address},
        ${body.address2 || null}, ${body.city}, ${body.region || null}, ${body.postalCode || null}, ${body.country},
        ${body.phone || null}, ${ctx.now()}, ${ctx.now()})`);
    await handDefaultOn(tx, id, body.type);
    const made = presentAddress(await readAddress(tx, id, addressId));
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "customer",
      entityId: id,
      after: { added: "address", addressId },
    });
    // Nobody has to look for a person in answers that are kept.
    await keepAnswer(tx, ctx, { id: addressId });
    return made;
  });
};
