import { maxWishlistItems } from "@vetrina/commerce/constants";
import type { customers } from "@vetrina/contract/people/customers";
import { sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { lockCustomer } from "./customer-rows.ts";
import { readWishlist } from "./list-wishlist.ts";

/**
 * Adds and removes products. Skips unpublished products and those of other stores instead of failing, because browsers
 * also send products that visitors saved earlier, before signing in. Removes the oldest products above the maximum.
 */
export const updateWishlist: Handler<typeof customers.updateWishlist> = (ctx, { id, body }) =>
  ctx.tx(async (tx) => {
    await lockCustomer(tx, id);
    await tx.run(sql`
      delete from shop.wishlist_items
      where store_id = ${tx.storeId} and customer_id = ${id} and product_id = any(${body.remove}::uuid[])`);
    // Later products in the list count as newer.
    await tx.run(sql`
      insert into shop.wishlist_items (store_id, customer_id, product_id, added_at)
      select p.store_id, ${id}, p.id, ${ctx.now()}::timestamptz + max(a.at) * interval '1 microsecond'
      from unnest(${body.add}::uuid[]) with ordinality as a (id, at)
      join catalogue.products p on p.store_id = ${tx.storeId} and p.id = a.id
      group by p.store_id, p.id
      on conflict do nothing`);
    await tx.run(sql`
      delete from shop.wishlist_items
      where store_id = ${tx.storeId} and customer_id = ${id} and product_id in (
        select product_id from shop.wishlist_items where store_id = ${tx.storeId} and customer_id = ${id}
        order by added_at desc, product_id offset ${maxWishlistItems})`);
    const rows = await readWishlist(tx, id);
    return { items: rows.map(({ productId, addedAt }) => ({ productId, addedAt })) };
  });
