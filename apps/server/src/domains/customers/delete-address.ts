import type { customers } from "@vetrina/contract/people/customers";
import { audit } from "../../platform/audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { ensureDefault, lockAddresses, presentAddress, readAddress } from "./address-rows.ts";

/**
 * Deletes an address. If it was a default, the newest address of its type becomes the default. Throws EDIT_CONFLICT if
 * If-Match is out of date.
 */
export const deleteAddress: Handler<typeof customers.deleteAddress> = (ctx, { id, addressId }) =>
  ctx.tx(async (tx) => {
    await lockAddresses(tx, id);
    const present = await readAddress(tx, id, addressId);
    await requireFresh(tx, ctx, "address", present.version, async () => presentAddress(present));
    await tx.run(sql`
      delete from shop.customer_addresses
      where store_id = ${tx.storeId} and customer_id = ${id} and id = ${addressId}`);
    await ensureDefault(tx, id, present.type);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "customer",
      entityId: id,
      before: { removed: "address", addressId },
    });
  });
