// @module-tag slow

import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { openShopFor } from "../customers/customers.fixture.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { sweepMedia } from "./jobs.ts";
import { hasPictureRoom } from "./picture-room.ts";

const full = {
  code: "LIMIT_REACHED",
  message: expect.stringMatching(/storage .* is full/) as unknown,
};

async function pictureOf(background: string): Promise<Blob> {
  const made = sharp({ create: { width: 640, height: 800, channels: 3, background } });
  return new Blob([new Uint8Array(await made.jpeg().toBuffer())], { type: "image/jpeg" });
}

test("a store's pictures are limited by their processed size; existing ones can be uploaded again", async ({
  world,
}) => {
  world.services.maxPictureBytes = 200_000;
  const storeId = await seedStore(world);
  const { media } = await staffClient(world, storeId);
  const send = async (color: string) =>
    media.uploadMedia({ storeId, file: await pictureOf(color) });
  await send("#aa0000");
  await send("#00aa00");
  await expect(send("#0000aa")).rejects.toMatchObject(full);
  await send("#aa0000");
  expect((await media.listMedia({ storeId })).total).toBe(2);
  const other = await seedStore(world);
  const others = await staffClient(world, other);
  await others.media.uploadMedia({ storeId: other, file: await pictureOf("#0000aa") });
});

test("deleted pictures count until their files are deleted", async ({ world }) => {
  world.services.maxPictureBytes = 200_000;
  const storeId = await seedStore(world);
  const { media } = await staffClient(world, storeId);
  const send = async (color: string) =>
    media.uploadMedia({ storeId, file: await pictureOf(color) });
  const sent = [await send("#aa0000"), await send("#00aa00")];
  for (const { id } of sent) await media.deleteMedia({ id });
  await expect(send("#0000aa")).rejects.toMatchObject(full);
  await world.admin.query(
    "update shop.dropped_pictures set dropped_at = now() - interval '2 hours'",
  );
  expect(await sweepMedia(world.services)).toBe(2);
  await send("#0000aa");
});

test("a picture counts as many bytes as its master, if these are more than its pixels suggest", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { media } = await staffClient(world, storeId);
  const [width, height] = [640, 640];
  const noise = randomBytes(width * height);
  const png = await sharp(noise, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  const { key, id } = await media.uploadMedia({
    storeId,
    file: new Blob([new Uint8Array(png)], { type: "image/png" }),
  });
  await world.admin.query("update shop.media set bytes = 0 where id = $1", [id]);
  const master = await world.services.files.read(`${key}/master.webp`);
  const bytes = master?.byteLength ?? 0;
  expect(bytes).toBeGreaterThan((width * height) / 4);
  const ctx = await world.system(storeId);
  const hasRoom = (maxPictureBytes: number) =>
    ctx.tx((tx) => hasPictureRoom(tx, { maxPictureBytes }));
  expect([await hasRoom(bytes), await hasRoom(bytes + 1)]).toEqual([false, true]);
});

test("imported pictures and those of the owner's other stores count toward the limit", async ({
  world,
}) => {
  const limits = { maxPictureBytes: 1_000_000 };
  const [first, second] = [await seedStore(world), await seedStore(world)];
  const admin = queryable(world.admin);
  const room = async (storeId: string) =>
    (await world.system(storeId)).tx((tx) => hasPictureRoom(tx, limits));
  const add = (storeId: string, side: number) =>
    admin.run(sql`
      insert into shop.imported_pictures (store_id, url, key, width, height, widths)
      values (${storeId}, ${`https://a.example/${side}`}, ${`up/${side}`}, ${side}, ${side}, '{640}')`);
  await staffClient(world, first, "ADMIN");
  expect([await room(first), await room(second)]).toEqual([true, true]);
  await add(first, 2000);
  expect([await room(first), await room(second)]).toEqual([false, true]);
  // A user who owns both stores has five times the storage of one store.
  await admin.run(sql`
    insert into shop.role_assignments (store_id, user_id, role_id, joined)
    select ${second}, a.user_id, r.id, true from shop.role_assignments a
    join shop.roles r on r.store_id = ${second} and r.type = 'ADMIN' where a.store_id = ${first}`);
  await add(first, 3900);
  expect(await room(second)).toBe(true);
  await add(first, 2001);
  expect(await room(second)).toBe(false);
});

test("pictures in reviews count toward the limit and are rejected above it", async ({ world }) => {
  const { storeId, productId } = await openShopFor(world);
  const shopper = world.client();
  const body = { name: "Eve", title: "T", content: "C" };
  const { id, photoKey: key } = await shopper.reviews.createReview({ productId, body });
  await shopper.reviews.addReviewPhoto({ id, key, file: await pictureOf("#aa0000") });
  const limits = { maxPictureBytes: 50_000 };
  const hasRoom = (await world.system(storeId)).tx((tx) => hasPictureRoom(tx, limits));
  expect(await hasRoom).toBe(false);
  world.services.maxPictureBytes = limits.maxPictureBytes;
  const second = shopper.reviews.addReviewPhoto({ id, key, file: await pictureOf("#00aa00") });
  await expect(second).rejects.toMatchObject({ code: "LIMIT_REACHED" });
});

test("unmoderated pictures in reviews are limited to 500 MB per store", async ({ world }) => {
  const { productId, storeId } = await openShopFor(world);
  const shopper = world.client();
  const body = { name: "Eve", title: "T", content: "C" };
  const { id, photoKey: key } = await shopper.reviews.createReview({ productId, body });
  const add = async () => shopper.reviews.addReviewPhoto({ id, key, file: await pictureOf("red") });
  await add();
  await world.admin.query(
    "update shop.review_photos set width = 25000, height = 20000 where store_id = $1",
    [storeId],
  );
  await expect(add()).rejects.toMatchObject({ code: "LIMIT_REACHED" });
});
