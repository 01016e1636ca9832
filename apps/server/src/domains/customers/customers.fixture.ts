import { queryable, sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { seedProduct, seedSession, seedStore } from "#tests/seed.ts";
import type { Client, World } from "#tests/world.ts";

export type Account = { userId: string; email: string; accessToken: string; client: Client };

/** Inserts a signed-in user, with a verified email by default. */
export async function openAccount(
  world: World,
  {
    email = `${newId()}@example.com`,
    verified = true,
    host,
  }: { email?: string; verified?: boolean; host?: string } = {},
): Promise<Account> {
  const userId = newId();
  await queryable(world.admin).run(sql`
    insert into shop.users (id, email, name, password_hash, email_verified_at)
    values (${userId}, ${email}, 'Ada Lovelace', 'none', ${verified ? new Date() : null})`);
  const accessToken = await seedSession(world, userId);
  return {
    userId,
    email,
    accessToken,
    client: world.client({ accessToken, ...(host === undefined ? {} : { host }) }),
  };
}

export const shippingAddress = {
  name: "Ada Lovelace",
  address: "1 Analytical Way",
  city: "Austin",
  region: "TX",
  postalCode: "78701",
  country: "US",
  phone: "+1 512 555 0100",
};

/** Creates a store with one product. Returns functions that place and pay an order for it. */
export async function openShopFor(world: World) {
  const storeId = await seedStore(world);
  const { productId, variantIds } = await seedProduct(world, storeId, { stock: 1000 });
  const items = [{ variantId: variantIds[0] ?? "", quantity: 1 }];
  const order = (
    client: Client,
    over: { email?: string; customerHandle?: string; note?: string } = {},
    idempotencyKey?: string,
  ) =>
    client.orders.createOrder(
      { storeId, body: { items, shippingAddress, ...over } },
      idempotencyKey === undefined ? {} : { idempotencyKey },
    );
  const pay = async ({ id, orderKey }: { id: string; orderKey: string }) => {
    const { payments } = world.client({ orderKey });
    const intent = await payments.createPaymentIntent({ id, body: { provider: "other" } });
    await payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
    await payments.processPayment({ id, body: { provider: "other", paymentIntentId: intent.id } });
  };
  return { storeId, productId, items, order, pay };
}

/** Makes every erasure of one of the store's customers fail, until the returned function is called. */
export async function failErasuresIn({ admin }: World, storeId: string) {
  await admin.query(`
    create function public.fail() returns trigger language plpgsql as $$ begin raise exception 'too large'; end $$;
    create trigger fail before update of erased_at on shop.customers for each row
      when (new.store_id = '${storeId}') execute function public.fail()`);
  return () => admin.query("drop function public.fail cascade");
}

/** Searches all tables of the schema except those in `but`, and returns the ones that contain any of the texts. */
export async function tablesWith(
  world: World,
  texts: readonly string[],
  but: readonly string[] = [],
): Promise<string[]> {
  const { rows: tables } = await world.admin.query<{ name: string }>(`
    select c.relname as name from pg_class c where c.relnamespace = 'shop'::regnamespace and c.relkind in ('r', 'p') order by 1`);
  const found: string[] = [];
  for (const { name } of tables.filter((table) => !but.includes(table.name)))
    for (const text of texts) {
      const { rowCount } = await world.admin.query(
        `select from shop.${name} t where strpos(lower(t::text), lower($1)) > 0 limit 1`,
        [text],
      );
      if (rowCount) found.push(`${name}: ${text}`);
    }
  return found;
}
