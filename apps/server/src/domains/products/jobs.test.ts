import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { makeProduct, staffClient } from "./catalogue.fixture.ts";
import { endDueSales } from "./end-sales.ts";
import { publishDueProducts } from "./jobs.ts";

const minute = 60_000;
const inMinutes = (n: number) => new Date(Date.now() + n * minute);

/** Returns the cache tags published since the last call, one array per event. */
async function publishedTags(world: World): Promise<string[][]> {
  const { rows } = await world.admin.query<{ tags: string[] }>(
    "with gone as (delete from shop.jobs where kind = 'catalogue.changed' returning payload, store_id) select payload -> 'tags' as tags from gone order by store_id",
  );
  return rows.map(({ tags }) => tags.toSorted());
}

const at = (minutes: number) => ({ publishedAt: inMinutes(minutes).toISOString() });

test("scheduled publications and sale ends are published once, whichever process runs the job", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const soon = await makeProduct(world, storeId, at(1));
  const moved = await makeProduct(world, storeId, at(1));
  const draft = await makeProduct(world, storeId, { status: "DRAFT", ...at(1) });
  const deleted = await makeProduct(world, storeId, at(1));
  const onSale = await makeProduct(world, storeId);
  await staff.products.updateProduct({ id: moved.id, body: at(30) });
  await staff.products.deleteProduct({ id: deleted.id });
  for (const [{ id }, minutes] of [
    [onSale, 1],
    [soon, 20],
  ] as const)
    await staff.products.updateProduct({
      id,
      body: { saleEndsAt: inMinutes(minutes).toISOString() },
    });
  await publishedTags(world);

  const look = (minutes: number) => {
    const services = { ...world.services, now: () => inMinutes(minutes) };
    return Promise.all([
      publishDueProducts(services, 1),
      publishDueProducts(services),
      endDueSales(services),
    ]);
  };
  await look(0);
  expect(await publishedTags(world)).toEqual([]);
  await look(2);
  const events = await publishedTags(world);
  expect(events.every((tags) => tags.includes("lists"))).toBe(true);
  expect(
    events
      .flat()
      .filter((tag) => tag !== "lists")
      .toSorted(),
  ).toEqual([`product:${onSale.id}`, `product:${soon.id}`].toSorted());
  await look(2);
  expect(await publishedTags(world)).toEqual([]);
  await look(21);
  expect(await publishedTags(world)).toEqual([["lists", `product:${soon.id}`].toSorted()]);
  await look(31);
  expect(await publishedTags(world)).toEqual([["lists", `product:${moved.id}`].toSorted()]);
  await look(1000);
  expect(await publishedTags(world)).toEqual([]);
  expect((await staff.products.getProduct({ id: draft.id })).status).toBe("DRAFT");
});
