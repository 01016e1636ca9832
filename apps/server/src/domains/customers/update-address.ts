import type { customers } from "@vetrina/contract/people/customers";
import { audit } from "../../platform/audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import type { Handler } from "../../platform/http/routes.ts";
import {
  completeAddress,
  ensureDefault,
  lockAddresses,
  presentAddress,
  readAddress,
  unsetDefault,
} from "./address-rows.ts";

/**
 * Replaces an address. isDefault true makes it the default. If isDefault is false and the address was the default,
 * another address of its type becomes the default, if there is one. Throws EDIT_CONFLICT if If-Match is out of date.
 */
export const updateAddress: Handler<typeof customers.updateAddress> = (
  ctx,
  { id, addressId, body: given },
) => {
  const body = completeAddress(given);
  return ctx.tx(async (tx) => {
    await lockAddresses(tx, id);
    const present = await readAddress(tx, id, addressId);
    await requireFresh(tx, ctx, "address", present.version, async () => presentAddress(present));
    const isDefault = body.isDefault ?? (present.is_default && present.type === body.type);
    if (isDefault) await unsetDefault(tx, id, body.type);
    await tx.run(sql`
      update shop.customer_addresses set type = ${body.type}, is_default = ${isDefault}, name = ${body.name},
        address = ${body.address}, address2 = ${body.address2 || null}, city = ${body.city}, region = ${body.region || null},
        postal_code = ${body.postalCode || null}, country = ${body.country}, phone = ${body.phone || null},
        version = version + 1, updated_at = ${ctx.now()}
      where store_id = ${tx.storeId} and customer_id = ${id} and id = ${addressId}`);
    for (const type of new Set([present.type, body.type]))
      await ensureDefault(tx, id, type, body.isDefault === false ? addressId : null);
    const changed = presentAddress(await readAddress(tx, id, addressId));
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "customer",
      entityId: id,
      after: { changed: ["address"], addressId },
    });
    return changed;
  });
};
