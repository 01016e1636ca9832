import { describe, expect } from "vitest";
import { test as base } from "#tests/world.ts";
import { person, type Person } from "../roles/roles.fixture.ts";
import { maxOpenedADay } from "./create-store.ts";

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

  test("stays taken if a customer or a subscriber came", async ({ world }) => {
    const owner = await person(world);
    for (const slug of ["shop-one", "shop-two"]) {
      const { id: storeId } = await open(owner, slug);
      const { customers } = world.client();
      const body = { email: "ada@example.com" };
      await (slug === "shop-one"
        ? customers.findOrCreateGuest({ storeId, body })
        : customers.subscribe({ storeId, body }));
      await owner.stores.deleteStore({ id: storeId });
      await expect(open(owner, slug)).rejects.toMatchObject(taken);
    }
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
