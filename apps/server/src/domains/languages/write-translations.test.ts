import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { makeProduct, staffClient } from "../products/catalogue.fixture.ts";
import { writeTranslations } from "./write-translations.ts";

test("writing many translations has the same results, events and errors as writing them one by one", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId, "MANAGER");
  for (const code of ["DE", "IT"] as const)
    await staff.languages.createLanguage({ body: { storeId, code } });
  const [coat, belt] = [
    await makeProduct(world, storeId, { name: "Coat", link: "coat" }),
    await makeProduct(world, storeId, { name: "Belt", link: "belt" }),
  ];
  const body = { entityType: "PRODUCT" as const, entityId: coat.id, languageCode: "DE" as const };
  const fields = { name: "Jacke", seoTitle: "Eine Jacke" };
  const { id } = await staff.languages.createTranslation({ body: { ...body, fields } });
  const ctx = await world.system(storeId);
  const refused: [number, string][] = [];
  const gone = newId();
  await ctx.tx((tx) =>
    writeTranslations(
      tx,
      ctx,
      "PRODUCT",
      [
        { entityId: coat.id, languageCode: "DE", fields: { name: " Mantel " } },
        { entityId: gone, languageCode: "DE", fields: { name: "Nichts" } },
        { entityId: belt.id, languageCode: "DE", fields: { name: "Gürtel" } },
        { entityId: belt.id, languageCode: "EN", fields: { name: "Belt" } },
        { entityId: belt.id, languageCode: "FR", fields: { name: "Ceinture" } },
        { entityId: belt.id, languageCode: "IT", fields: { price: "1" } },
      ],
      (at, error) => refused.push([at, error.message]),
    ),
  );
  expect(refused).toEqual([
    [1, "There is no such product."],
    [3, "languageCode: The originals are in this language. Change the originals instead."],
    [4, "languageCode: The store does not have this language. Add it first."],
    [5, "fields.price: This field is unknown. Leave it out."],
  ]);
  const { items } = await staff.languages.listTranslations({ storeId, limit: 100 });
  expect(items).toMatchObject([
    { id, entityId: coat.id, fields: { name: "Mantel" }, version: 2 },
    { entityId: belt.id, fields: { name: "Gürtel" }, version: 1 },
  ]);
  const made = items[1]?.id;
  const { rows } = await world.admin.query(
    `select action, entity_id as id, before, after from shop.audit_entries
     where store_id = $1 and entity_type = 'translation' and actor_kind = 'system' order by action`,
    [storeId],
  );
  const what = { entityType: "PRODUCT", entityId: belt.id, languageCode: "DE", fields: ["name"] };
  expect(rows).toEqual([
    { action: "CREATE", id: made, before: null, after: what },
    {
      action: "UPDATE",
      id,
      before: { fields: ["name", "seoTitle"] },
      after: { fields: ["name"], changed: ["name", "seoTitle"] },
    },
  ]);
  const published = await world.admin.query<{ payload: { tags: string[] } }>(
    `select payload from shop.jobs where store_id = $1 and kind = 'catalogue.changed' order by id desc limit 1`,
    [storeId],
  );
  expect(published.rows[0]?.payload.tags.toSorted()).toEqual(
    ["lists", `product:${belt.id}`, `product:${coat.id}`].toSorted(),
  );
  for (const [name, product] of [
    ["Mantel", coat],
    ["Gürtel", belt],
  ] as const) {
    const list = await staff.products.listProducts({
      linkStoreId: storeId,
      name,
      language: "DE",
    });
    expect(list.items[0]?.id).toBe(product.id);
  }
});
