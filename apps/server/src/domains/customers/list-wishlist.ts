import type { customers } from "@vetrina/contract/people/customers";
import type { WishlistItem } from "@vetrina/contract/catalogue/wishlists";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { readCustomer } from "./customer-rows.ts";

/** Returns the published products of the customer's wishlist. */
export const listWishlist: Handler<typeof customers.listWishlist> = (ctx, { id }) =>
  ctx.tx(async (tx) => {
    await readCustomer(tx, id);
    const rows = await readWishlist(tx, id);
    return { items: rows.map(({ productId, addedAt }) => ({ productId, addedAt })) };
  });

/** Reads the published products of a wishlist, newest first, with the fields that an export contains. */
export async function readWishlist(
  tx: Transaction,
  customerId: string,
): Promise<(WishlistItem & { name: string; link: string })[]> {
  const rows = await tx.rows<{ id: string; name: string; link: string; added_at: Date }>(sql`
    select p.id, p.name, p.link, w.added_at from shop.wishlist_items w
    join catalogue.products p on p.store_id = w.store_id and p.id = w.product_id
    where w.store_id = ${tx.storeId} and w.customer_id = ${customerId} order by w.added_at desc, p.id`);
  return rows.map(({ id, name, link, added_at }) => ({
    productId: id,
    name,
    link,
    addedAt: added_at.toISOString(),
  }));
}
