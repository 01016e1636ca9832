import type { Client } from "pg";

/**
 * A product of the first store that takeProduct has set aside for one test. It is in stock and has a color and a size.
 */
export type TestProduct = {
  productId: string;
  variantId: string;
  link: string;
  name: string;
  slug: string;
  color: string;
  size: string;
  /** In major units. */
  price: number;
};

/**
 * Products that tests open by name. takeProduct never returns them, so their prices and pages stay the same. Their
 * stock suffices, because tests order at most a few units of the first one.
 */
export const namedProducts = [
  "bias-cut-slip-dress",
  "block-heel-ankle-boot",
  "double-breasted-wool-coat",
  "fine-merino-turtleneck",
] as const;

/** A product for tests that only need something to buy. */
export const [plainProduct] = namedProducts;

/** The maximum number of units that a test orders. */
const enough = 6;

/**
 * Stores the list of products that tests may take. Called once per run. The list excludes the named products and the
 * cheapest one.
 */
export async function offerProducts(database: Client): Promise<void> {
  await database.query(
    `create schema e2e
     create table free (product_id uuid primary key, variant_id uuid not null, available int not null,
       taken_at timestamptz)`,
  );
  await database.query(
    `insert into e2e.free (product_id, variant_id, available)
     select distinct on (p.id) p.id, v.id, l.on_hand - l.reserved from shop.products p
     join shop.stores s on s.id = p.store_id and s.slug = 'sorvela'
     join shop.variants v on v.store_id = p.store_id and v.product_id = p.id and v.deleted_at is null
     join shop.inventory_levels l on l.store_id = v.store_id and l.variant_id = v.id
     where p.status = 'ACTIVE' and p.deleted_at is null and l.on_hand - l.reserved > 0
       and v.options ? 'Color' and v.options ? 'Size' and p.link <> all ($1)
       and p.id <> (select c.product_id from shop.variants c
                    where c.store_id = s.id and c.deleted_at is null order by c.price_minor limit 1)
     order by p.id, l.on_hand - l.reserved < $2, v.position`,
    [namedProducts, enough],
  );
}

/**
 * Takes a product for one test, so that no other test changes its stock and price. Once all are taken, reuses the one
 * that was taken first, because its test has probably ended.
 */
export async function takeProduct(database: Client): Promise<TestProduct> {
  const { rows } = await database.query<TestProduct & { available: number }>(
    `with taken as (
      update e2e.free set taken_at = clock_timestamp() where product_id = (
        select product_id from e2e.free order by taken_at nulls first, available < $1, random() limit 1
        for update skip locked)
      returning product_id, variant_id)
    select p.id as "productId", v.id as "variantId", p.link, p.name, v.slug, v.options ->> 'Color' as color,
      v.options ->> 'Size' as size, v.price_minor / 100.0::float as price,
      l.on_hand - l.reserved as available
    from taken t join shop.products p on p.id = t.product_id join shop.variants v on v.id = t.variant_id
    join shop.inventory_levels l on l.store_id = v.store_id and l.variant_id = v.id`,
    [enough],
  );
  const [product] = rows;
  if (product === undefined) throw new Error("The demo store has too few products for the tests.");
  if (product.available < enough) await setAvailable(database, product, enough);
  return product;
}

/**
 * Takes a product permanently, so that no later test takes it. For tests that leave their product in an unusual state.
 */
export async function takeForGood(database: Client): Promise<TestProduct> {
  const product = await takeProduct(database);
  await spend(database, product);
  return product;
}

async function spend(database: Client, { productId }: TestProduct): Promise<void> {
  await database.query("delete from e2e.free where product_id = $1", [productId]);
}

/** Sets the number of available units with a ledger movement, like any adjustment. */
export async function setAvailable(
  database: Client,
  { variantId }: TestProduct,
  units: number,
): Promise<void> {
  await database.query(
    `with before as (
       select store_id, variant_id, $2::int + reserved - on_hand as delta from shop.inventory_levels
       where variant_id = $1 for update),
     changed as (
       update shop.inventory_levels l set on_hand = on_hand + b.delta from before b
       where l.store_id = b.store_id and l.variant_id = b.variant_id)
     insert into shop.stock_movements (store_id, id, variant_id, kind, on_hand_delta, reason)
     select store_id, gen_random_uuid(), variant_id, 'adjust', delta, 'A test' from before`,
    [variantId, units],
  );
}

/** Sets the variant's price to 0. Other tests don't take the product afterwards. */
export async function giveAway(database: Client, product: TestProduct): Promise<void> {
  const { productId, variantId } = product;
  await spend(database, product);
  await database.query(
    "update shop.variants set price_minor = 0, regular_price_minor = null where id = $1",
    [variantId],
  );
  await database.query(
    `select shop.refresh_listing(store_id, id) from shop.products where id = $1`,
    [productId],
  );
}

/** Increases the price by an amount in major units, as staff would. */
export async function raisePrice(
  database: Client,
  { productId, variantId }: TestProduct,
  by: number,
): Promise<void> {
  await database.query(`update shop.variants set price_minor = price_minor + $2 where id = $1`, [
    variantId,
    by * 100,
  ]);
  await database.query(
    `select shop.refresh_listing(store_id, id) from shop.products where id = $1`,
    [productId],
  );
}

export type BookedOrder = {
  id: string;
  number: string;
  state: string;
  paid: boolean;
  total: number;
  units: number;
  payments: number;
  captured: number;
};

/** The stored orders with this email address, oldest first. Amounts are in major units. */
export async function ordersOf(database: Client, email: string): Promise<BookedOrder[]> {
  const { rows } = await database.query<BookedOrder>(
    `select o.id, o.order_number as number, o.payment_state as state, o.paid_at is not null as paid,
       o.total_minor / 100.0::float as total,
       (select sum(quantity)::int from shop.order_items i where i.store_id = o.store_id and i.order_id = o.id) as units,
       (select count(*)::int from shop.payments p where p.store_id = o.store_id and p.order_id = o.id) as payments,
       (select coalesce(sum(t.amount_minor), 0) / 100.0::float from shop.payments p
          join shop.test_payments t on t.id = p.provider_id and t.state = 'captured'
          where p.store_id = o.store_id and p.order_id = o.id) as captured
     from shop.orders o where o.email = $1 order by o.created_at, o.id`,
    [email],
  );
  return rows;
}

/**
 * Backdates the payment's last update by an hour. The server asks the provider about a payment whose response was lost
 * once it has had no update for thirty seconds.
 */
export async function loseAnswer(database: Client, email: string): Promise<void> {
  await database.query(
    `update shop.payments p set updated_at = now() - interval '1 hour' from shop.orders o
     where p.state = 'processing' and o.store_id = p.store_id and o.id = p.order_id and o.email = $1`,
    [email],
  );
}
