import type { Client, Pool } from "pg";

type Admin = Pick<Client, "query"> | Pool;

/** Adds paid LIVE orders without lines to a store, for tests of invoice numbers and lists. */
export async function addPaidOrders(admin: Admin, storeId: string, count: number): Promise<void> {
  await admin.query(
    `insert into shop.orders (store_id, id, order_number, key_hash, currency, subtotal_minor, discount_minor, shipping_minor, tax_minor,
       total_minor, payment_state, paid_at, payment_environment)
     select $1::uuid, gen_random_uuid(), upper(md5(n || $1::uuid::text)), decode(md5(n::text), 'hex'), 'USD', 0, 0, 0, 0, 0, 'completed',
       now() - n * interval '1 second', 'LIVE' from generate_series(1, $2::int) n`,
    [storeId, count],
  );
}

/**
 * The errors in the numbers of the store's invoices. Empty if there are `count` documents, one for each paid LIVE
 * order, and each year's invoices are numbered from 1 without gaps.
 */
export async function wrongNumbers(
  admin: Admin,
  storeId: string,
  count: number,
): Promise<unknown[]> {
  const { rows } = await admin.query(
    `select year, min(number), max(number), count(*)::int from shop.order_documents where store_id = $1 and kind = 'invoice' group by 1
     having min(number) <> 1 or max(number) <> count(*)
     union all
     select 0, 0, 0, count(*)::int from shop.order_documents where store_id = $1 having count(*) <> $2
     union all
     select 1, 0, 0, count(*)::int from shop.orders o where o.store_id = $1 and o.payment_environment = 'LIVE' and o.paid_at is not null
       and 1 <> (select count(*) from shop.order_documents d where d.store_id = o.store_id and d.order_id = o.id) having count(*) > 0`,
    [storeId, count],
  );
  return rows;
}
