// @module-tag slow

import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { onNewDatabase as test } from "#tests/world.ts";
import { makeProduct, staffClient } from "../products/catalogue.fixture.ts";

test("a taken link, a rule combined with products, and too many collections, products, pairs or regions are rejected", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { collections, upsells, shipping } = await staffClient(world, storeId, "ADMIN");
  const [one, other] = [await makeProduct(world, storeId), await makeProduct(world, storeId)];
  const make = (name: string) => collections.createCollection({ storeId, body: { name } });
  const { id } = await make("Picked");
  await make("Sale");
  const change = (body: Parameters<typeof collections.updateCollection>[0]["body"]) =>
    collections.updateCollection({ id, body });
  await expect(change({ link: "sale" })).rejects.toMatchObject({
    code: "ALREADY_EXISTS",
    details: { field: "link" },
  });
  for (const body of [{ name: " " }, { rule: {} }, { position: -1 }, { link: "No link" }])
    await expect(change(body)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });

  const products = [one.id, other.id];
  const fill = (sql: string) => world.admin.query(sql, [storeId]);
  await fill(`
    with made as (
      insert into shop.products (store_id, id, link, name, description, status)
      select $1, gen_random_uuid(), 'p' || n, 'P', '', 'DRAFT' from generate_series(1, 9999) n returning id
    )
    insert into shop.collection_products (store_id, collection_id, product_id, position)
    select $1, '${id}', id, row_number() over () from made`);
  const put = { id, body: { products } };
  await expect(collections.addCollectionProducts(put)).rejects.toMatchObject({
    code: "LIMIT_REACHED",
  });
  const last = await collections.addCollectionProducts({ id, body: { products: [one.id] } });
  expect(last).toMatchObject({ productCount: 1, version: 2 });
  await change({ rule: { sale: true } });
  const ruled = { code: "AUTOMATED_COLLECTION" };
  await expect(collections.addCollectionProducts(put)).rejects.toMatchObject(ruled);
  await expect(collections.removeCollectionProducts(put)).rejects.toMatchObject(ruled);

  await fill(`
    insert into shop.collections (store_id, id, link, name, description, rule)
    select $1, gen_random_uuid(), 'c' || n, 'C', '', '{}' from generate_series(1, 1998) n`);
  await expect(make("One more")).rejects.toMatchObject({ code: "LIMIT_REACHED" });
  expect(await collections.listCollections({ storeId, limit: 1 })).toMatchObject({ total: 2000 });

  await fill(`
    insert into shop.upsells (store_id, id, product_id, target_id, type, position)
    select $1, gen_random_uuid(), '${one.id}', id, 'UPSELL', 1 from shop.products
    where store_id = $1 and status = 'DRAFT' limit 100`);
  const pair = { productId: one.id, targetId: other.id, type: "UPSELL" as const };
  await expect(upsells.createUpsell({ body: pair })).rejects.toMatchObject({
    code: "LIMIT_REACHED",
  });

  const countries = "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ";
  const more = "BL BM BN BO BQ BR BS BT BV BW BY BZ CC CD CF CG CH CI CK CL CM CN CO CR CU CV";
  const ends: unknown[] = [];
  for (const country of `${countries} ${more}`.split(" "))
    ends.push(
      await shipping
        .createStoreRegion({ storeId, body: { name: country, countries: [country] } })
        .then(
          () => "made",
          (error: { code: string }) => error.code,
        ),
    );
  expect(ends.at(-1)).toBe("LIMIT_REACHED");
});
