import { api } from "@vetrina/contract/api";
import type { Endpoint } from "@vetrina/contract/endpoint";
import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { makeProduct, staffClient } from "../../../domains/products/catalogue.fixture.ts";
import { isPage, requireListSize } from "./answer-size.ts";

const kiB = 1024;
const tooLarge = {
  code: "VALIDATION_FAILED",
  message: expect.stringMatching(/Request fewer items with `limit`/) as unknown,
};

const lists = Object.values(api)
  .flatMap((domain) => Object.entries<Endpoint>(domain))
  .filter(([, endpoint]) => isPage(endpoint));

test("each list whose length the caller chooses returns `items`, whose size is limited", () => {
  expect(lists.length).toBeGreaterThan(35);
  const others = lists.filter(
    ([, { response }]) => !Object.hasOwn((response as { shape?: object })?.shape ?? {}, "items"),
  );
  // listSuggestions returns at most ten products, each limited in size like a card.
  expect(others.map(([name]) => name)).toEqual(["listSuggestions"]);
});

test("a page of a list has at most 256 KB for the public and 1 MB for staff; a single item may be larger", () => {
  const page = { items: [{}, {}] };

  expect(() => requireListSize(json(256 * kiB), page, true)).not.toThrow();
  expect(() => requireListSize(json(256 * kiB + 1), page, true)).toThrow(/limit/);
  expect(() => requireListSize(json(1024 * kiB), page, false)).not.toThrow();
  expect(() => requireListSize(json(1024 * kiB + 1), page, false)).toThrow(/limit/);
  expect(() => requireListSize(json(2048 * kiB), { items: [{}] }, true)).not.toThrow();
});

test("long reviews come in shorter pages", async ({ world }) => {
  const storeId = await seedStore(world);
  const { id: productId } = await makeProduct(world, storeId);
  await world.admin.query(
    `insert into shop.reviews (store_id, id, product_id, name, title, content, rating, status)
     select $1, gen_random_uuid(), $2, 'Ada', 'Long', repeat('x', 5000), 5, 'APPROVED' from generate_series(1, 100)`,
    [storeId, productId],
  );
  const { reviews } = world.client();
  await expect(reviews.listReviews({ productId, limit: 100 })).rejects.toMatchObject(tooLarge);
  expect((await reviews.listReviews({ productId, limit: 40 })).items).toHaveLength(40);
  const staff = await staffClient(world, storeId, "ADMIN");
  expect((await staff.reviews.listReviews({ productId, limit: 100 })).items).toHaveLength(100);
});

test("a page of reviews with the default limit has room for the longest reviews", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { id: productId } = await makeProduct(world, storeId);
  await world.admin.query(
    `insert into shop.reviews (store_id, id, product_id, name, title, content, rating, status, reply, replied_at)
     select $1, gen_random_uuid(), $2, repeat('長', 120), repeat('い', 200), repeat('語', 5000), 5, 'APPROVED',
       repeat('答', 5000), now() from generate_series(1, 12)`,
    [storeId, productId],
  );
  await world.admin.query(
    `insert into shop.review_photos (store_id, review_id, id, key, bytes, width, height, widths)
     select $1, r.id, gen_random_uuid(), 'reviews/' || gen_random_uuid(), 1, 2400, 2400, '{320,640,960,1600,2400}'
     from shop.reviews r, generate_series(1, 4)`,
    [storeId],
  );
  const { reviews } = world.client();
  const { items, total, limit } = await reviews.listReviews({ productId });
  expect([items.length, limit, total, items[0]?.photos.length]).toEqual([7, 7, 12, 4]);
  expect((await reviews.listReviews({ productId, page: 2 })).items).toHaveLength(5);
});

test("a list of collections shows the beginnings of their descriptions, even of translated ones", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const staff = await staffClient(world, storeId, "ADMIN");
  await staff.languages.createLanguage({ body: { storeId, code: "DE" } });
  const { id, link } = await staff.collections.createCollection({
    storeId,
    body: { name: "All", description: "d".repeat(10_000), isPublished: true },
  });
  await staff.languages.createTranslation({
    body: {
      storeId,
      entityType: "COLLECTION",
      entityId: id,
      languageCode: "DE",
      fields: { name: "Alle", description: "ü".repeat(10_000) },
    },
  });
  await world.admin.query(
    `insert into shop.collections (store_id, id, link, name, description, is_published, position)
     select $1, gen_random_uuid(), 'all-' || n, 'All', repeat('€', 10000), true, 1000 from generate_series(1, 99) n`,
    [storeId],
  );
  const { collections } = world.client();
  const bytes = await bytesOf(world, "/api/v1/collections/store/shop?limit=100&language=DE");
  expect(bytes).toBeLessThan(256 * kiB);
  const shown = async (language: "EN" | "DE") => {
    const { items } = await collections.listCollections({ storeId, limit: 1, language });
    return [items[0]?.description.length, items[0]?.description[0]];
  };
  expect(await shown("EN")).toEqual([500, "d"]);
  expect(await shown("DE")).toEqual([500, "ü"]);
  const full = await collections.getCollection({ storeId, link, language: "DE" });
  expect(full.description).toHaveLength(10_000);
  const ofStaff = (limit: number) => staff.collections.listCollections({ storeId, limit });
  expect((await ofStaff(1)).items[0]?.description).toHaveLength(10_000);
  await expect(ofStaff(100)).rejects.toMatchObject(tooLarge);
});

async function bytesOf(world: World, url: string): Promise<number> {
  const answer = await world.app.inject({ url });
  expect(answer.statusCode).toBe(200);
  return Buffer.byteLength(answer.body);
}

function json(bytes: number): string {
  return "x".repeat(bytes);
}
