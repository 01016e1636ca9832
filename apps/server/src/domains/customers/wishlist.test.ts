import { describe, expect } from "vitest";
import { maxWishlistItems } from "@vetrina/commerce/constants";
import { seedProduct } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { openAccount, openShopFor } from "./customers.fixture.ts";

async function opened(world: World) {
  const { storeId } = await openShopFor(world);
  const account = await openAccount(world);
  const { id } = await account.client.customers.getMyCustomer({ storeId });
  const product = async () => (await seedProduct(world, storeId)).productId;
  const change = async (body: { add?: string[]; remove?: string[] }) =>
    idsOf(await account.client.customers.updateWishlist({ id, body }));
  const list = async () => idsOf(await account.client.customers.listWishlist({ id }));
  return { ...account, storeId, id, product, change, list };
}

function idsOf({ items }: { items: { productId: string }[] }): string[] {
  return items.map(({ productId }) => productId);
}

async function countRows(world: World): Promise<number> {
  const { rowCount } = await world.admin.query("select from shop.wishlist_items");
  return rowCount ?? 0;
}

describe("a customer's wishlist", () => {
  test("keeps each product once, the latest first, even if it is sent again", async ({ world }) => {
    const { product, change, list } = await opened(world);
    const [coat, shirt, belt] = [await product(), await product(), await product()];
    expect(await list()).toEqual([]);
    expect(await change({ add: [coat, shirt] })).toEqual([shirt, coat]);
    expect(await change({ add: [belt, coat, belt] })).toEqual([belt, shirt, coat]);
    expect(await change({ remove: [shirt, newId()] })).toEqual([belt, coat]);
    await Promise.all(Array.from({ length: 5 }, () => change({ add: [shirt] })));
    expect(await list()).toEqual([shirt, belt, coat]);
  });

  test("skips unknown and unpublished products, and those of another store", async ({ world }) => {
    const { product, change, list } = await opened(world);
    const other = await openShopFor(world);
    const [coat, draft] = [await product(), await product()];
    await world.admin.query("update shop.products set status = 'DRAFT' where id = $1", [draft]);
    expect(await change({ add: [newId(), other.productId, draft, coat] })).toEqual([coat]);
    await world.admin.query("update shop.products set deleted_at = now() where id = $1", [coat]);
    expect(await list()).toEqual([]);
  });

  test("holds two hundred products: the oldest are removed, and a longer request is rejected", async ({
    world,
  }) => {
    const { product, change, list, storeId, id } = await opened(world);
    const [oldest, newest] = [await product(), await product()];
    await change({ add: [oldest] });
    await world.admin.query(
      `with made as (insert into shop.products (store_id, id, link, name, status, published_at)
         select $1, gen_random_uuid(), 'many-' || n, 'Many', 'ACTIVE', now() from generate_series(1, $3) n returning id)
       insert into shop.wishlist_items (store_id, customer_id, product_id, added_at) select $1, $2, id, now() from made`,
      [storeId, id, maxWishlistItems - 1],
    );
    expect(await list()).toHaveLength(maxWishlistItems);
    const changed = await change({ add: [newest] });
    expect(changed).toHaveLength(maxWishlistItems);
    expect(changed[0]).toBe(newest);
    expect(changed).not.toContain(oldest);
    await expect(
      change({ add: Array.from({ length: maxWishlistItems + 1 }, newId) }),
    ).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });

  test("is private: neither other customers nor staff can read it", async ({ world }) => {
    const { id, storeId, product, change } = await opened(world);
    await change({ add: [await product()] });
    const other = await openAccount(world);
    await other.client.customers.getMyCustomer({ storeId });
    const staff = await staffClient(world, storeId, "ADMIN");
    for (const { customers } of [other.client, staff, world.client()]) {
      await expect(customers.listWishlist({ id })).rejects.toHaveProperty("code");
      await expect(customers.updateWishlist({ id, body: {} })).rejects.toHaveProperty("code");
    }
  });

  test("is in the export, and is deleted with the customer or the account", async ({ world }) => {
    const { id, client, product, change } = await opened(world);
    const coat = await product();
    await change({ add: [coat] });
    expect(await client.customers.exportCustomer({ id })).toMatchObject({
      wishlist: [{ productId: coat, addedAt: expect.any(String), name: expect.any(String) }],
    });
    await client.customers.eraseCustomer({ id });
    expect(await countRows(world)).toBe(0);

    const another = await opened(world);
    await another.change({ add: [await another.product()] });
    await world.admin.query("update shop.customers set user_id = null where id = $1", [another.id]);
    expect(await countRows(world)).toBe(0);
  });
});

test("lists products by id, without those that are not published in the store", async ({
  world,
}) => {
  const { storeId, productId } = await openShopFor(world);
  const second = (await seedProduct(world, storeId)).productId;
  const draft = (await seedProduct(world, storeId)).productId;
  await seedProduct(world, storeId);
  const other = await openShopFor(world);
  await world.admin.query("update shop.products set status = 'DRAFT' where id = $1", [draft]);
  const { products } = world.client();
  const { items, total } = await products.listProducts({
    linkStoreId: storeId,
    ids: [second, productId, draft, other.productId, newId()],
  });
  expect(new Set(items.map(({ id }) => id))).toEqual(new Set([second, productId]));
  expect(total).toBe(2);
  const none = await products.listProducts({ linkStoreId: storeId, ids: [newId()] });
  expect(none.items).toEqual([]);
  await expect(
    products.listProducts({ linkStoreId: storeId, ids: ["no-id"] }),
  ).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
});
