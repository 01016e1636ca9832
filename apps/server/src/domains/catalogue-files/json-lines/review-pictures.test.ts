// @module-tag slow

import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { untilBlocked } from "#tests/until-blocked.ts";
import { test, type World } from "#tests/world.ts";
import { sql } from "../../../platform/database/sql.ts";
import { staffClient } from "../../products/catalogue.fixture.ts";
import { bring, fullStore, write } from "./json-lines.fixture.ts";

test("a review has at most four pictures even if a file contains it several times, and storage limits apply", async ({
  world,
}) => {
  const file = await write(world, await fullStore(world));
  const lines = file.trim().split("\n");
  const review = lines.filter((line) => line.startsWith('{"type":"review",'));
  const at = lines.findIndex((line) => line.startsWith('{"type":"reviewPicture"'));
  const picture = lines.slice(at, at + 2);
  const twice = [...review, ...picture, ...review, ...picture];
  const again = [...twice, ...twice];
  const other = await seedStore(world);
  const { outcome, errors } = await bring(world, other, [...lines, ...again].join("\n"));
  expect([outcome, errors.map(({ message }) => message)]).toEqual([
    "rejected",
    ["a review can have at most 4 pictures"],
  ]);
  expect((await bring(world, other, lines.join("\n"))).outcome).toBe("imported");
  world.services.maxPictureBytes = 1;
  const more = [...review, ...picture].map((line) => line.replace('"title":"Fine"', '"title":"T"'));
  const refused = await bring(world, other, [...lines, ...more].join("\n"));
  expect(refused.errors).toMatchObject([{ message: expect.stringMatching(/storage .* is full/) }]);
});

test("an import publishes no pictures of a review that the store hasn't approved, even if one is added meanwhile", async ({
  world,
}) => {
  const storeId = await fullStore(world);
  const file = await write(world, storeId);
  await world.admin.query("update shop.reviews set status = 'PENDING'");
  const refused = {
    outcome: "rejected",
    errors: [{ message: expect.stringContaining("This review has pictures") }],
  };
  expect(await bring(world, storeId, file, true)).toMatchObject({ errors: refused.errors });
  expect(await bring(world, storeId, file)).toMatchObject(refused);
  // A picture is added after the import's checks.
  const { rows } = await world.admin.query("delete from shop.review_photos returning *");
  const gate = await world.admin.connect();
  await gate.query("begin");
  await gate.query("select from shop.reviews for update");
  const importing = bring(world, storeId, file);
  await untilBlocked(world);
  await gate.query(
    "insert into shop.review_photos select * from jsonb_populate_record(null::shop.review_photos, $1)",
    [JSON.stringify(rows[0])],
  );
  await gate.query("commit");
  gate.release();
  expect(await importing).toMatchObject(refused);
  const { rows: reviews } = await world.admin.query("select status from shop.reviews");
  expect(reviews).toEqual([{ status: "PENDING" }]);
  await world.admin.query("delete from shop.review_photos");
  expect(await bring(world, storeId, file)).toMatchObject({ outcome: "imported" });
});

/** Makes a new customer the author of the store's review, and returns the customer's id. */
async function authorOf(world: World, storeId: string) {
  const staff = await staffClient(world, storeId, "STAFF");
  const body = { email: "ada@example.com", name: "Ada" };
  const { id } = await staff.customers.createCustomer({ storeId, body });
  await world.admin.query("update shop.reviews set customer_id = $1", [id]);
  return { id, erase: () => staff.customers.eraseCustomer({ id }) };
}

const reviewsOf = async ({ admin }: World) => {
  const { rows } = await admin.query(
    `select name, title, status, (select count(*)::int from shop.review_photos f where f.review_id = r.id) as photos
     from shop.reviews r order by id`,
  );
  return rows;
};

test("a file from before an erasure neither adds the person's review again nor its pictures", async ({
  world,
}) => {
  const storeId = await fullStore(world);
  const file = await write(world, storeId);
  const { erase } = await authorOf(world, storeId);
  await erase();
  const erased = { name: "Former customer", title: "Fine", status: "APPROVED", photos: 0 };
  expect(await reviewsOf(world)).toEqual([erased]);
  const edited = file.replace('"content":"Very"', '"content":"Really"');
  for (const text of [file, edited]) {
    const result = await bring(world, storeId, text);
    expect(result).toMatchObject({ outcome: "imported", created: 0, updated: 0 });
    expect(await reviewsOf(world)).toEqual([erased]);
  }
  // A review that isn't the erased one is added as usual.
  await bring(world, storeId, file.replaceAll('"title":"Fine"', '"title":"Other"'));
  expect(await reviewsOf(world)).toEqual([
    erased,
    { ...erased, name: "Ada", title: "Other", photos: 1 },
  ]);
});

test("a file from before an erasure doesn't add the review to a changed link, nor once staff deleted it", async ({
  world,
}) => {
  const storeId = await fullStore(world);
  const file = (await write(world, storeId)).replaceAll(/"(sku|barcode)":"[^"]*"/g, '"$1":null');
  const { erase } = await authorOf(world, storeId);
  await erase();
  const staff = await staffClient(world, storeId, "MANAGER");
  const { rows } = await world.admin.query<{ id: string; productId: string }>(
    `select id, product_id as "productId" from shop.reviews`,
  );
  const { id = "", productId = "" } = rows[0] ?? {};
  await staff.products.updateProduct({ id: productId, body: { link: "satin-dress" } });
  // The product now has another link, so the imports create a new product with the former one.
  expect(await bring(world, storeId, file, true)).toMatchObject({ errors: [] });
  expect(await bring(world, storeId, file)).toMatchObject({ outcome: "imported", errors: [] });
  expect(await reviewsOf(world)).toMatchObject([{ name: "Former customer", photos: 0 }]);
  await staff.reviews.deleteReview({ id });
  expect(await bring(world, storeId, file)).toMatchObject({ outcome: "imported", created: 0 });
  expect(await reviewsOf(world)).toEqual([]);
  // Simulates a file that was exported after the erasure. It has no author's name and no pictures, and its import adds
  // the review again.
  const [header, ...lines] = file.split("\n");
  const review = lines.filter((line) => line.startsWith('{"type":"review",'));
  const later = [header, ...review].join("\n").replace('"name":"Ada"', '"name":"Former customer"');
  await bring(world, storeId, later);
  expect(await reviewsOf(world)).toMatchObject([{ name: "Former customer", photos: 0 }]);
});

test("an import adds no pictures to a review whose author is erased meanwhile", async ({
  world,
}) => {
  const storeId = await fullStore(world);
  const file = await write(world, storeId);
  await world.admin.query("delete from shop.review_photos");
  const { id } = await authorOf(world, storeId);
  const ctx = await world.system(storeId);
  const importing = await ctx.tx(async (tx) => {
    await tx.run(sql`select from door.erase_customer(${id}, 'Former customer', now())`);
    const ending = [bring(world, storeId, file)];
    await untilBlocked(world);
    return ending;
  });
  expect(await importing[0]).toMatchObject({ outcome: "imported" });
  expect(await reviewsOf(world)).toMatchObject([{ name: "Former customer", photos: 0 }]);
});
