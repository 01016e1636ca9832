// @module-tag slow

import sharp from "sharp";
import { describe, expect } from "vitest";
import { untilBlocked } from "#tests/until-blocked.ts";
import { test, type World } from "#tests/world.ts";
import { openShopFor } from "../customers/customers.fixture.ts";
import { sweepMedia } from "../media/jobs.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { audited, expectRefused } from "../roles/roles.fixture.ts";

async function pictureOf(color: string): Promise<Blob> {
  const made = sharp({ create: { width: 800, height: 600, channels: 3, background: color } });
  return new Blob([new Uint8Array(await made.jpeg().toBuffer())], { type: "image/jpeg" });
}

const words = { name: "Eve", title: "T", content: "C" };
const get = (world: World, url: string) =>
  world.app.inject({ url, headers: { host: "localhost" } });

async function shop(world: World) {
  const { storeId, productId, order, pay } = await openShopFor(world);
  const staff = await staffClient(world, storeId);
  const shopper = world.client();
  const shown = async () => (await shopper.reviews.listReviews({ productId })).items;
  return { storeId, productId, order, pay, staff, shopper, shown };
}

describe("pictures of a review", () => {
  test("are added with its key, are published when it is approved, and are deleted with it", async ({
    world,
  }) => {
    const { storeId, productId, staff, shopper, shown } = await shop(world);
    const { id, photoKey } = await shopper.reviews.createReview({ productId, body: words });
    const add = (file: Blob, key = photoKey) => shopper.reviews.addReviewPhoto({ id, key, file });
    const file = await pictureOf("#aa2211");
    const first = await add(file);
    await add(await pictureOf("#2211aa"));
    expect(await audited(world, first.id)).toMatchObject([
      { action: "CREATE", after: { reviewId: id } },
    ]);
    // The store uploads the same file and gets another key, so the upload's URL doesn't reveal the URL of the review's
    // picture.
    const own = await staff.media.uploadMedia({ storeId, file });

    expect(await shown()).toEqual([]);
    const [waiting] = (await staff.reviews.listStoreReviews({ storeId })).items;
    expect(waiting?.photos).toMatchObject([
      { id: first.id, width: 640, height: 480, widths: [360, 640] },
      { width: 640 },
    ]);
    expect(waiting?.photos[0]?.url).not.toBe(own.url);
    const sealed = waiting?.photos[0]?.url ?? "";
    const plain = sealed.replace(/(\/[0-9a-f]{32})[^/]*/, "$1");
    const opens = async (...urls: string[]) => {
      const answers = await Promise.all(urls.map((url) => get(world, url)));
      return answers.map(({ statusCode }) => statusCode);
    };
    const forged = sealed.replace(/\.(\d+)\./, (_, until) => `.${Number(until) + 9}.`);
    expect(await opens(sealed, plain, forged)).toEqual([200, 404, 404]);
    expect((await get(world, sealed)).headers["cache-control"]).toBe("private, no-cache");
    const approve = async () => {
      const [seen] = (await staff.reviews.listStoreReviews({ storeId })).items;
      const headers = { "if-match": JSON.stringify(String(seen?.version)) };
      await staff.reviews.updateReview({ id, body: { status: "APPROVED" } }, { headers });
    };
    await approve();
    const [review] = await shown();
    const url = review?.photos[0]?.url ?? "";
    expect(url).toBe(plain);
    const small = await get(world, url.replace("640.webp", "360.avif"));
    expect([small.statusCode, small.headers["cache-control"]]).toEqual([200, "no-cache"]);
    const headers = { host: "localhost", "if-none-match": String(small.headers.etag) };
    const again = () => world.app.inject({ url: url.replace("640.webp", "360.avif"), headers });
    expect((await again()).statusCode).toBe(304);
    await expect(add(file)).rejects.toMatchObject({ code: "NOT_FOUND" });

    // A stored URL no longer works once the review is not published.
    await staff.reviews.updateReview({ id, body: { status: "REJECTED" } });
    expect([await shown(), (await again()).statusCode]).toEqual([[], 404]);
    expect(await opens(url, sealed)).toEqual([404, 200]);
    await approve();
    await staff.products.updateProduct({ id: productId, body: { status: "DRAFT" } });
    expect(await opens(url, sealed)).toEqual([404, 200]);
    await staff.products.updateProduct({ id: productId, body: { status: "ACTIVE" } });
    expect(await opens(url)).toEqual([200]);
    await staff.reviews.deleteReview({ id });
    expect(await opens(url, sealed)).toEqual([404, 404]);
    expect((await world.admin.query("select from shop.review_photos")).rowCount).toBe(0);
    await world.admin.query(
      "update shop.dropped_pictures set dropped_at = now() - interval '61 min'",
    );
    expect(await sweepMedia(world.services)).toBe(2);
    expect(await opens(own.url)).toEqual([200]);
  });

  test("are not found by names that no picture has", async ({ world }) => {
    const statusOf = async (name: string) =>
      (await get(world, `/media/reviews/${name}/master.webp`)).statusCode;
    const statuses = await Promise.all(
      ["abc%00", "%00.9.abc", "abc", "F".repeat(32)].map(statusOf),
    );
    expect(statuses).toEqual([404, 404, 404, 404]);
  });

  test("are limited to four valid pictures within an hour, from the author only, even when sent concurrently", async ({
    world,
  }) => {
    const { productId, shopper } = await shop(world);
    const { id, photoKey: key } = await shopper.reviews.createReview({ productId, body: words });
    const other = await shopper.reviews.createReview({ productId, body: words });
    const file = await pictureOf("#336699");
    const add = (over: { key?: string; file?: Blob } = {}) =>
      shopper.reviews.addReviewPhoto({ id, key, file, ...over });
    await expectRefused([add({ key: other.photoKey }), add({ key: "" })], {
      code: "VALIDATION_FAILED",
      details: [{ path: "key" }],
    });
    await expectRefused(
      [
        add({ file: new Blob(["<svg/>"], { type: "image/png" }) }),
        add({ file: file.slice(0, 200, "image/jpeg") }),
      ],
      { code: "VALIDATION_FAILED" },
    );
    await expectRefused([add({ file: new Blob(["<svg/>"], { type: "image/svg+xml" }) })], {
      code: "UNSUPPORTED_MEDIA_TYPE",
    });
    await expectRefused(
      [add({ file: new Blob([new Uint8Array(8 * 1024 * 1024 + 1)], { type: "image/png" }) })],
      { code: "PAYLOAD_TOO_LARGE" },
    );
    const ends = await Promise.allSettled(Array.from({ length: 6 }, () => add()));
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
    await expectRefused([add()], { code: "LIMIT_REACHED" });
    await world.admin.query("update shop.reviews set created_at = created_at - interval '61 min'");
    await expectRefused(
      [shopper.reviews.addReviewPhoto({ id: other.id, key: other.photoKey, file })],
      { code: "NOT_FOUND" },
    );
  });
});

/** A pending review without pictures, and the calls of its author and of staff. */
async function pending(world: World) {
  const made = await shop(world);
  const { staff, shopper, storeId, productId } = made;
  const { id, photoKey: key } = await shopper.reviews.createReview({ productId, body: words });
  const add = async () =>
    shopper.reviews.addReviewPhoto({ id, key, file: await pictureOf("#336699") });
  const decide = (status: "APPROVED" | "REJECTED", version?: number) =>
    staff.reviews.updateReview(
      { id, body: { status } },
      version === undefined ? {} : { headers: { "if-match": `"${version}"` } },
    );
  const read = async () => (await staff.reviews.listStoreReviews({ storeId })).items[0];
  return { ...made, id, add, decide, read };
}

function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "done",
    (error) => String(error.code),
  );
}

describe("a picture that staff haven't seen", () => {
  test("is not published with the review's earlier version, nor without one", async ({ world }) => {
    const { id, add, decide, read, shown } = await pending(world);
    expect(await read()).toMatchObject({ version: 1, photos: [] });
    const photo = await add();
    await expect(decide("APPROVED", 1)).rejects.toMatchObject({
      code: "EDIT_CONFLICT",
      message: expect.stringContaining("Someone changed this review"),
      details: { id, version: 2, photos: [{ id: photo.id }] },
    });
    await expect(decide("APPROVED")).rejects.toMatchObject({
      code: "EDIT_CONFLICT",
      message: expect.stringContaining("This review has pictures."),
      details: { id, version: 2, photos: [{ id: photo.id }] },
    });
    expect(await shown()).toEqual([]);
    await decide("APPROVED", 2);
    expect(await shown()).toMatchObject([{ id, photos: [{ id: photo.id }] }]);
    // A published review can be approved again, and a review with pictures can be rejected, without If-Match.
    await decide("APPROVED");
    await decide("REJECTED");
    await expect(decide("APPROVED")).rejects.toMatchObject({ code: "EDIT_CONFLICT" });
  });

  test("is not attributed to the staff member who changed the review before", async ({ world }) => {
    const { id, add, storeId } = await pending(world);
    const owner = await staffClient(world, storeId, "ADMIN");
    await owner.reviews.updateReview({ id, body: { reply: "Thank you" } });
    await add();
    const late = { headers: { "if-match": '"2"' } };
    await expect(
      owner.reviews.updateReview({ id, body: { status: "APPROVED" } }, late),
    ).rejects.toMatchObject({
      message: expect.stringContaining("Someone changed this review"),
      details: { version: 3, lastChange: { by: { name: null } } },
    });
  });

  test.for(["added first", "approved first"])(
    "is not published by an approval at the same time: %s",
    async (order, { world }) => {
      const { id, add, decide, shown } = await pending(world);
      const gate = await world.admin.connect();
      await gate.query("begin");
      await gate.query("select from shop.reviews where id = $1 for update", [id]);
      const calls = [() => codeOf(add()), () => codeOf(decide("APPROVED"))];
      if (order === "approved first") calls.reverse();
      const ends: Promise<string>[] = [];
      for (const call of calls) {
        ends.push(call());
        await untilBlocked(world, ends.length);
      }
      await gate.query("commit");
      gate.release();
      expect(await Promise.all(ends)).toEqual([
        "done",
        order === "added first" ? "EDIT_CONFLICT" : "NOT_FOUND",
      ]);
      expect((await shown()).flatMap(({ photos }) => photos)).toEqual([]);
    },
  );
});

test("a picture that decodes to a thousand times its file size is refused and leaves no file", async ({
  world,
}) => {
  const { productId, shopper } = await shop(world);
  const { id, photoKey: key } = await shopper.reviews.createReview({ productId, body: words });
  const zeros = { width: 7000, height: 7100, channels: 4, background: "#00000000" } as const;
  const bomb = await sharp({ create: zeros })
    .toColorspace("rgb16")
    .png({ progressive: true })
    .toBuffer();
  const file = new Blob([new Uint8Array(bomb)], { type: "image/png" });
  const writes: string[] = [];
  const { files } = world.services;
  files.write = async (name) => void writes.push(name);
  await expectRefused(
    Array.from({ length: 4 }, () => shopper.reviews.addReviewPhoto({ id, key, file })),
    { code: "VALIDATION_FAILED" },
  );
  expect(writes).toEqual([]);
});

test("a guest is a verified buyer only with a paid order's key or its number and email", async ({
  world,
}) => {
  const { storeId, productId, order, pay, staff, shopper } = await shop(world);
  const paid = await order(shopper, { email: "Guest@example.com" });
  await pay(paid);
  const unpaid = await order(shopper, { email: "guest@example.com" });
  const { orderNumber } = await staff.orders.getOrder({ id: paid.id });
  const email = "guest@EXAMPLE.com";
  const tries = [
    { order: { reference: orderNumber.toLowerCase(), email }, verified: true },
    // The same order, identified by its key. An order verifies only one review of a product.
    { order: { reference: paid.id, key: paid.orderKey }, verified: false },
    { order: { reference: orderNumber, email: "else@example.com" }, verified: false },
    { order: { reference: paid.id, key: unpaid.orderKey }, verified: false },
    { order: { reference: unpaid.id, key: unpaid.orderKey }, verified: false },
    { order: { reference: "NOSUCH00", email }, verified: false },
  ];
  for (const { order: by, verified } of tries) {
    const { id } = await shopper.reviews.createReview({ productId, body: { ...words, order: by } });
    const [latest] = (await staff.reviews.listStoreReviews({ storeId })).items;
    expect([latest?.id, latest?.verified]).toEqual([id, verified]);
  }
  const { rows } = await world.admin.query<{ signed: boolean }>(
    "select customer_id is not null as signed from shop.reviews order by id",
  );
  expect(rows.map(({ signed }) => signed)).toEqual([false, true, false, false, false, false]);
  // After the review is deleted, the order can be used again. Only one of several concurrent reviews gets it.
  const all = (await staff.reviews.listStoreReviews({ storeId })).items;
  const own = all.find((review) => review.verified);
  await staff.reviews.deleteReview({ id: own?.id ?? "" });
  const order1 = { reference: paid.id, key: paid.orderKey };
  await Promise.all(
    Array.from({ length: 6 }, () =>
      shopper.reviews.createReview({ productId, body: { ...words, order: order1 } }),
    ),
  );
  const { items } = await staff.reviews.listStoreReviews({ storeId });
  expect(items.slice(0, 6).filter((review) => review.verified)).toHaveLength(1);
  const neither = { ...words, order: { reference: orderNumber } };
  await expectRefused([shopper.reviews.createReview({ productId, body: neither })], {
    code: "VALIDATION_FAILED",
  });
});

test("half of the space for pending pictures is reserved for reviews with an order", async ({
  world,
}) => {
  const { storeId, productId, order, pay, shopper } = await shop(world);
  const paid = await order(shopper, { email: "guest@example.com" });
  await pay(paid);
  const write = (more: object) =>
    shopper.reviews.createReview({ productId, body: { ...words, ...more } });
  const anyone = await write({});
  const full = await write({});
  const buyer = await write({ order: { reference: paid.id, key: paid.orderKey } });
  await world.admin.query(
    `insert into shop.review_photos (store_id, review_id, id, key, width, height, widths, bytes)
     select $1, $2, id, 'up/' || id, 25000, 10000, '{10}', 10 from (select gen_random_uuid() as id) p`,
    [storeId, full.id],
  );
  const file = await pictureOf("#336699");
  const add = ({ id, photoKey: key }: typeof buyer) =>
    shopper.reviews.addReviewPhoto({ id, key, file });
  await expectRefused([add(anyone)], { code: "LIMIT_REACHED" });
  await add(buyer);
});
