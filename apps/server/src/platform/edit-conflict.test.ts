import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { type Client, test } from "#tests/world.ts";
import { makeProduct, staffClient } from "../domains/products/catalogue.fixture.ts";

const as = (version: number) => ({ headers: { "if-match": `"${version}"` } });

test("the second of two editors learns who saved first, if they may see staff names, and no change is lost", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { id, variants } = await makeProduct(world, storeId);
  const [first, second] = [await staffClient(world, storeId), await staffClient(world, storeId)];
  await world.admin.query(
    "update shop.users set name = case rank when 1 then 'Grace' else 'Ada' end from (select id as of, row_number() over (order by id) as rank from shop.users where email like '%@example.com') r where of = id",
  );
  const collection = await first.collections.createCollection({ storeId, body: { name: "Sale" } });
  const policy = await first.policies.createPolicy({
    storeId,
    body: { type: "CUSTOM", title: "Repairs", content: "<p>We mend.</p>" },
  });
  await first.languages.createLanguage({ body: { storeId, code: "DE" } });
  const words = await first.languages.createTranslation({
    body: { entityType: "PRODUCT", entityId: id, languageCode: "DE", fields: { name: "Kleid" } },
  });
  const edits: [string, number, (by: Client, version: number, text: string) => Promise<unknown>][] =
    [
      ["product", 1, (by, v, name) => by.products.updateProduct({ id, body: { name } }, as(v))],
      [
        "product",
        2,
        (by, v, sku) =>
          by.products.updateVariant({ id: variants[0]?.id ?? "", body: { sku } }, as(v)),
      ],
      ["product", 3, (by, v) => by.media.setProductImages({ id, body: { images: [] } }, as(v))],
      [
        "collection",
        collection.version,
        (by, v, name) =>
          by.collections.updateCollection({ id: collection.id, body: { name } }, as(v)),
      ],
      [
        "menu",
        0,
        (by, v, label) =>
          by.menus.updateMenu({ storeId, name: "main", body: { items: [{ label }] } }, as(v)),
      ],
      [
        "policy",
        policy.version,
        (by, v, title) => by.policies.updatePolicy({ id: policy.id, body: { title } }, as(v)),
      ],
      [
        "translation",
        words.version,
        (by, v, name) =>
          by.languages.updateTranslation({ id: words.id, body: { fields: { name } } }, as(v)),
      ],
    ];
  for (const [what, version, edit] of edits) {
    await edit(first, version, "First");
    await expect(edit(second, version, "Second")).rejects.toMatchObject({
      code: "EDIT_CONFLICT",
      message: `Grace changed this ${what} since you opened it. Compare and save again.`,
      details: { version: version + 1, lastChange: { by: { kind: "user", name: "Grace" } } },
    });
  }

  const rename = (by: Client) => by.products.updateProduct({ id, body: { name: "X" } }, as(1));
  await world.admin.query(
    "update shop.roles set permissions = '{MANAGE_PRODUCTS}' where store_id = $1 and type = 'STAFF'",
    [storeId],
  );
  const clerk = await staffClient(world, storeId, "STAFF");
  const hidden = (await rename(clerk).catch((error: unknown) => error)) as Record<string, unknown>;
  expect(hidden).toMatchObject({ message: expect.stringMatching(/^Someone/) });
  expect(hidden["details"]).not.toHaveProperty("lastChange");
  // Simulates a change without an audit entry of its own, such as a bulk edit's.
  await world.admin.query(
    "update shop.audit_entries set created_at = created_at - interval '1 hour' where store_id = $1",
    [storeId],
  );
  await expect(rename(second)).rejects.toMatchObject({
    message: expect.stringMatching(/^Someone/),
  });
});

test("a manual audit entry does not reveal who edited", async ({ world }) => {
  const storeId = await seedStore(world);
  const { id } = await makeProduct(world, storeId);
  const [editor, forger] = [await staffClient(world, storeId), await staffClient(world, storeId)];
  await editor.products.updateProduct({ id, body: { name: "Robe" } }, as(1));
  const body = { storeId, action: "UPDATE" as const, entityType: "product", entityId: id };
  const forged = await forger.logging.createAuditEntry({ body });
  const stale = editor.products.updateProduct({ id, body: { name: "Gown" } }, as(1));
  await expect(stale).rejects.toMatchObject({ code: "EDIT_CONFLICT" });
  const { details } = (await stale.catch((error: unknown) => error)) as { details: unknown };
  expect(JSON.stringify(details)).not.toContain(forged.actor.id);
});
