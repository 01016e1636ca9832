import { describe, expect } from "vitest";
import { test as base } from "#tests/world.ts";
import { openShopFor } from "../customers/customers.fixture.ts";
import { person, type Person } from "../roles/roles.fixture.ts";
import { maxOpenedADay } from "./create-store.ts";
import { forgetDeletedStores } from "./jobs.ts";

const test = base.extend({ options: { rateLimits: true } });

const open = ({ stores }: Person, slug: string) =>
  stores.createStore({
    body: {
      slug,
      name: "Brand",
      currency: "USD",
      country: "US",
      contact: { email: "a@brand.example", phone: null, address: [], hours: [] },
    },
  });
const taken = { code: "ALREADY_EXISTS", details: { field: "slug" } };

describe("the slug of a deleted store", () => {
  test("is free if the store never had a customer, and its host leads to the next store", async ({
    world,
  }) => {
    const [squatter, brand] = [await person(world), await person(world)];
    for (let i = 0; i < 3; i += 1) {
      const { id } = await open(squatter, "brand");
      await expect(open(brand, "brand")).rejects.toMatchObject(taken);
      await squatter.stores.deleteStore({ id });
    }
    const { id } = await open(brand, "brand");
    for (const name of ["brand", "brand.localhost"])
      expect(await world.client().stores.getStore({ id: name })).toMatchObject({ id });
    const { rows } = await world.admin.query("select from shop.stores where slug = 'brand'");
    expect(rows).toHaveLength(4);
    await expect(open(squatter, "brand")).rejects.toMatchObject(taken);
  });

  test("is free if only anonymous callers used the store, and stays taken for a month if an account or a subscriber did", async ({
    world,
  }) => {
    const owner = await person(world);
    const body = { email: "ada@example.com" };
    const close = async (slug: string, come: (storeId: string) => Promise<unknown>) => {
      const { id } = await open(owner, slug);
      await come(id);
      await owner.stores.deleteStore({ id });
    };
    const { customers } = world.client();
    await close("brand", async (storeId) => {
      await customers.subscribe({ storeId, body });
      await customers.findOrCreateGuest({ storeId, body });
      await owner.customers.createCustomer({ storeId, body });
    });
    await open(owner, "brand");
    const visitor = await person(world);
    await close("shop-one", (storeId) => visitor.customers.getMyCustomer({ storeId }));
    await close("shop-two", async (storeId) => {
      await customers.subscribe({ storeId, body });
      const text = (await world.sendMails()).at(-1)?.text ?? "";
      const token = /confirm\?token=([\w-]+)/.exec(text)?.[1] ?? "";
      await customers.confirmSubscription({ storeId, body: { token } });
    });
    for (const slug of ["shop-one", "shop-two"])
      await expect(open(owner, slug)).rejects.toMatchObject(taken);
    await world.admin.query("update shop.stores set deleted_at = deleted_at - interval '31 days'");
    await forgetDeletedStores(world.services);
    for (const slug of ["shop-one", "shop-two"]) await open(owner, slug);
  });

  test("stays taken for good if the store took real money", async ({ world }) => {
    const { order, pay } = await openShopFor(world);
    await pay(await order(world.client(), { email: "ada@example.com" }));
    await world.admin.query(
      "update shop.orders set payment_environment = 'LIVE', test_held_until = null, held_by_address = null, held_by_user = null",
    );
    await world.admin.query("update shop.stores set deleted_at = now() - interval '31 days'");
    await forgetDeletedStores(world.services);
    const stores = await world.admin.query(
      "select is_slug_free, erased_at is not null as forgotten from shop.stores",
    );
    expect(stores.rows).toEqual([{ is_slug_free: false, forgotten: true }]);
  });

  test("goes to one of many concurrent requests", async ({ world }) => {
    const people = [await person(world), await person(world), await person(world)];
    const { id } = await open(people[0]!, "brand");
    await people[0]!.stores.deleteStore({ id });
    const ends = await Promise.allSettled(people.map((one) => open(one, "brand")));
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

test("a user may open a limited number of stores per day, including deleted ones, without affecting others", async ({
  world,
}) => {
  const [busy, other] = [await person(world), await person(world)];
  for (let i = 0; i < maxOpenedADay; i += 1) {
    const { id } = await open(busy, `name-${i}`);
    await busy.stores.deleteStore({ id });
  }
  await expect(open(busy, "one-more")).rejects.toMatchObject({ code: "LIMIT_REACHED" });
  await open(other, "one-more");
  await world.admin.query("update shop.stores set created_at = created_at - interval '25 hours'");
  await open(busy, "a-day-later");
});
