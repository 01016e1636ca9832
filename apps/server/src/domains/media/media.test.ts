import sharp from "sharp";
import { describe, expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { audited } from "../roles/roles.fixture.ts";
import { makeProduct, staffClient } from "../products/catalogue.fixture.ts";
import { sql } from "../../platform/database/sql.ts";
import { isUsed, readMediaPage } from "./media-rows.ts";
import { sweepMedia } from "./jobs.ts";

/** Creates a picture of a single color. Different colors result in different files. */
async function pictureOf(color: string, width = 800, height = 1000): Promise<Blob> {
  const made = sharp({ create: { width, height, channels: 3, background: color } });
  return new Blob([new Uint8Array(await made.jpeg().toBuffer())], { type: "image/jpeg" });
}

async function shop(world: World) {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  return {
    storeId,
    staff,
    send: async (file: Blob | string, alt?: string) =>
      staff.media.uploadMedia({
        storeId,
        alt,
        file: typeof file === "string" ? await pictureOf(file) : file,
      }),
  };
}

const get = (world: World, url: string) =>
  world.app.inject({ url, headers: { host: "localhost" } });

const values = (...names: string[]) => names.map((value) => ({ value }));
const options = (...colors: string[]) => [
  { name: "Size", values: values("S", "M") },
  { name: "Color", values: values(...colors) },
];

describe("an uploaded picture", () => {
  test("can be used only on the home page of its own store", async ({ world }) => {
    const { storeId, staff, send } = await shop(world);
    const foreign = await (await shop(world)).send("#123456");
    const own = await send("#654321");
    expect(own.url).toBe(`/media/${own.key}/640.webp`);
    const { home } = await staff.stores.getStore({ id: storeId });
    const hero = (key: string) => {
      const picture = { key, alt: "", width: 640, height: 800 };
      return { ...home, hero: { ...home.hero, picture } };
    };
    const write = (body: object) => staff.stores.updateStore({ id: storeId, body });
    for (const [path, body] of [
      ["home.hero.picture.key", { home: hero(foreign.key) }],
      ["home.hero.picture.key", { home: hero(`up/${"0".repeat(32)}`) }],
      ["socialImage", { socialImage: foreign.url }],
    ] as const)
      await expect(write(body)).rejects.toMatchObject({
        code: "VALIDATION_FAILED",
        details: [{ path, message: "No such picture. Upload it first." }],
      });
    const shown = await write({ home: hero(own.key), socialImage: own.url });
    expect(shown.home.hero.picture?.key).toBe(own.key);
    expect((await write({ home })).home).toEqual(home);
  });

  test("is stored by a hash of its content, served publicly in each width as immutable, and can be edited", async ({
    world,
  }) => {
    const { storeId, staff, send } = await shop(world);
    const made = await send("#aa2211", " A coat ");
    expect(made).toMatchObject({
      storeId,
      alt: "A coat",
      width: 640,
      height: 800,
      widths: [360, 640],
      isUsed: false,
      version: 1,
      url: expect.stringMatching(/^\/media\/up\/[0-9a-f]{32}\/640\.webp$/),
    });
    const webp = await get(world, made.url);
    expect([webp.statusCode, webp.headers["content-type"], webp.headers["cache-control"]]).toEqual([
      200,
      "image/webp",
      "public, max-age=31536000, immutable",
    ]);
    expect(webp.headers["x-content-type-options"]).toBe("nosniff");
    const folder = made.url.slice(0, made.url.lastIndexOf("/"));
    expect((await get(world, `${folder}/360.avif`)).headers["content-type"]).toBe("image/avif");
    for (const name of ["960.avif", "master.webp", "361.avif"])
      expect((await get(world, `${folder}/${name}`)).statusCode).toBe(404);
    const worded = await send("#22aa11");
    expect(worded.alt).toBe("");
    expect(await send("#22aa11", "Two")).toMatchObject({ id: worded.id, alt: "Two", version: 2 });
    expect(await send("#22aa11", "Three")).toMatchObject({ alt: "Two", version: 2 });
    const { id } = made;
    const changed = await staff.media.updateMedia({ id, body: { alt: "A red coat" } });
    expect(changed).toMatchObject({ alt: "A red coat", version: 2 });
    const stale = { headers: { "if-match": '"1"' } };
    await expect(staff.media.updateMedia({ id, body: { alt: "x" } }, stale)).rejects.toMatchObject({
      code: "EDIT_CONFLICT",
      details: { alt: "A red coat" },
    });
    expect((await audited(world, id)).map(({ action }) => action)).toEqual(["CREATE", "UPDATE"]);
  });

  test("exists once per store, even if it is uploaded repeatedly or concurrently", async ({
    world,
  }) => {
    const [first, second] = [await shop(world), await shop(world)];
    const file = await pictureOf("#112233");
    const sent = await Promise.all(Array.from({ length: 6 }, () => first.send(file)));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    const theirs = await second.send(file);
    expect(theirs.url).toBe(sent[0]?.url);
    expect(theirs.id).not.toBe(sent[0]?.id);
    expect(await first.staff.media.listMedia({ storeId: first.storeId })).toMatchObject({
      total: 1,
    });
  });

  test("is rejected if it is of an unsupported type, damaged, too large or a decompression bomb, whatever its declared type", async ({
    world,
  }) => {
    const { storeId, staff, send } = await shop(world);
    const complete = new Uint8Array(await (await pictureOf("#000000")).arrayBuffer());
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const invalid = { code: "VALIDATION_FAILED", details: [{ path: "file" }] };
    for (const file of [
      blob(svg),
      blob(""),
      blob("%PDF-1.4"),
      blob("<html><script>alert(1)</script>", "image/jpeg"),
      blob(complete.subarray(0, 300), "image/jpeg"),
      blob(bomb(), "image/png"),
    ])
      await expect(send(file)).rejects.toMatchObject(invalid);
    for (const type of ["image/svg+xml", "application/json", "text/html", "multipart/form-data"])
      await expect(send(blob(svg, type))).rejects.toMatchObject({
        code: "UNSUPPORTED_MEDIA_TYPE",
        message: expect.stringContaining("image/webp"),
      });
    await expect(send(blob(new Uint8Array(20 * 1024 * 1024 + 1)))).rejects.toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
      message: "Send a file of at most 20 MB.",
    });
    expect(await staff.media.listMedia({ storeId })).toMatchObject({ total: 0 });
  });

  test("is accepted only from callers with the permission to upload", async ({ world }) => {
    const { storeId, send } = await shop(world);
    const clerk = await staffClient(world, storeId, "STAFF");
    const otherStaff = await staffClient(world, await seedStore(world));
    const file = await pictureOf("#445566");
    for (const [client, code] of [
      [world.client(), "UNAUTHENTICATED"],
      [clerk, "FORBIDDEN"],
      [otherStaff, "NOT_FOUND"],
    ] as const)
      await expect(client.media.uploadMedia({ storeId, file })).rejects.toMatchObject({ code });
    const { id } = await send(file);
    for (const call of [
      () => otherStaff.media.listMedia({ storeId }),
      () => otherStaff.media.updateMedia({ id, body: { alt: "" } }),
      () => otherStaff.media.deleteMedia({ id }),
    ])
      await expect(call()).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a product's pictures", () => {
  test("can be ordered, described and removed; other stores' pictures can't be used", async ({
    world,
  }) => {
    const { storeId, staff, send } = await shop(world);
    const { id } = await makeProduct(world, storeId);
    const [red, blue] = [await send("#ff0000", "Red"), await send("#0000ff", "Blue")];
    const set = (images: object[], options = {}) =>
      staff.media.setProductImages({ id, body: { images } }, options);
    const made = await set([
      { mediaId: red.id },
      { mediaId: blue.id, alt: "From behind", kind: "DETAIL" },
    ]);
    expect(made.images).toMatchObject([
      { url: red.url, alt: "Red", kind: "PHOTO", color: null },
      { url: blue.url, alt: "From behind", kind: "DETAIL" },
    ]);
    const [first, second] = made.images.map((image) => image.id);
    const invalidColor = { code: "VALIDATION_FAILED", details: [{ path: "images.0.color" }] };
    await expect(set([{ id: second, color: "Blue" }])).rejects.toMatchObject({
      ...invalidColor,
      message: expect.stringContaining("no colors"),
    });
    await staff.products.updateProduct({ id, body: { options: options("Blue", "Red") } });
    await staff.products.createMissingVariants({
      productId: id,
      body: { variantDefaults: { price: 40 } },
    });
    await expect(set([{ id: second, color: "Green" }])).rejects.toMatchObject({
      ...invalidColor,
      message: expect.stringContaining("Blue, Red"),
    });
    const turned = await set([{ id: second, color: "blue" }, { id: first }]);
    expect(turned.images.map((image) => [image.id, image.color, image.alt])).toEqual([
      [second, "Blue", "From behind"],
      [first, null, "Red"],
    ]);
    expect((await world.client().products.getProduct({ id })).images).toHaveLength(2);
    const colored = async () => {
      const { images } = await world.client().products.getProduct({ id });
      return images.map(({ color }) => color);
    };
    expect(await colored()).toEqual(["Blue", null]);
    await staff.products.updateProduct({
      id,
      body: { options: options("Red"), removeVariants: true },
    });
    expect(await colored()).toEqual([null, null]);
    const stale = { headers: { "if-match": `"${made.version}"` } };
    await expect(set([], stale)).rejects.toMatchObject({ code: "EDIT_CONFLICT" });
    const other = await shop(world);
    const theirs = await other.send("#00ff00");
    for (const [images, path] of [
      [[{ mediaId: theirs.id }], "images.0.mediaId"],
      [[{ id: first }, { id: newId() }], "images.1.id"],
      [[{ id: first }, { id: first }], "images.1.id"],
      [[{ alt: "x" }], "images.0"],
    ] as const)
      await expect(set([...images])).rejects.toMatchObject({
        code: "VALIDATION_FAILED",
        details: [{ path }],
      });
    expect((await set([{ id: first }])).images).toHaveLength(1);
    expect((await set([])).images).toEqual([]);
  });

  test("can't be deleted while in use, and are deleted with their files once unused", async ({
    world,
  }) => {
    const { storeId, staff, send } = await shop(world);
    const { id } = await makeProduct(world, storeId);
    const [shown, loose] = [await send("#010203"), await send("#040506")];
    await staff.media.setProductImages({ id, body: { images: [{ mediaId: shown.id }] } });
    await expect(staff.media.deleteMedia({ id: shown.id })).rejects.toMatchObject({
      code: "MEDIA_IN_USE",
    });
    const list = async (isUsed: boolean) =>
      (await staff.media.listMedia({ storeId, isUsed })).items.map((one) => one.id);
    expect([await list(true), await list(false)]).toEqual([[shown.id], [loose.id]]);
    await sweepMedia(world.services);
    expect(await list(false)).toEqual([loose.id]);
    await world.admin.query(
      "update shop.media set looked_at = '-infinity', updated_at = now() - interval '9 days'",
    );
    await sweepMedia(world.services);
    expect([await list(true), await list(false)]).toEqual([[shown.id], []]);
    expect((await get(world, loose.url)).statusCode).toBe(200);
    await world.admin.query(
      "update shop.dropped_pictures set dropped_at = now() - interval '2 hours'",
    );
    expect(await sweepMedia(world.services)).toBe(1);
    expect((await get(world, loose.url)).statusCode).toBe(404);
    expect((await get(world, shown.url)).statusCode).toBe(200);
  });

  test("are kept for a week after nothing shows them anymore", async ({ world }) => {
    const { storeId, staff, send } = await shop(world);
    const { id } = await makeProduct(world, storeId);
    const removed = await send("#0a0b0c");
    await staff.media.setProductImages({ id, body: { images: [{ mediaId: removed.id }] } });
    await world.admin.query(
      "update shop.media set looked_at = '-infinity', updated_at = now() - interval '1 year'",
    );
    await sweepMedia(world.services);
    await staff.media.setProductImages({ id, body: { images: [] } });
    await sweepMedia(world.services);
    expect((await staff.media.listMedia({ storeId })).items).toMatchObject([{ id: removed.id }]);
    await world.admin.query(
      "update shop.media set looked_at = '-infinity', shown_at = now() - interval '9 days'",
    );
    await sweepMedia(world.services);
    expect((await staff.media.listMedia({ storeId })).items).toEqual([]);
  });

  test("are kept while another store or a page uses the same picture, and while they are uploaded again", async ({
    world,
  }) => {
    const [first, second] = [await shop(world), await shop(world)];
    const file = await pictureOf("#778899");
    const [mine, theirs] = [await first.send(file), await second.send(file)];
    const late = "update shop.dropped_pictures set dropped_at = now() - interval '2 hours'";
    await first.staff.media.deleteMedia({ id: mine.id });
    await world.admin.query(late);
    expect(await sweepMedia(world.services)).toBe(0);
    expect((await get(world, theirs.url)).statusCode).toBe(200);
    await second.staff.media.deleteMedia({ id: theirs.id });
    await world.admin.query(late);
    await Promise.all([sweepMedia(world.services), sweepMedia(world.services), first.send(file)]);
    const { items } = await first.staff.media.listMedia({ storeId: first.storeId });
    expect(items).toHaveLength(1);
    expect((await get(world, mine.url)).statusCode).toBe(200);
    const key = mine.url.split("/").slice(2, 4).join("/");
    await world.admin.query(
      "update shop.stores set home = jsonb_set(home, '{hero,picture,key}', to_jsonb($2::text)) where id = $1",
      [first.storeId, key],
    );
    await expect(first.staff.media.deleteMedia({ id: items[0]?.id ?? "" })).rejects.toMatchObject({
      code: "MEDIA_IN_USE",
    });
  });
});

test("the store's pages are read once for a list of unused pictures", async ({ world }) => {
  const { storeId, send } = await shop(world);
  const used = await send("#102030");
  await world.admin.query(
    `insert into shop.media (store_id, id, key, width, height, widths, bytes)
     select $1, gen_random_uuid(), 'up/' || md5(i::text), 640, 800, '{640}', 1000 from generate_series(1, 30) i`,
    [storeId],
  );
  await world.admin.query(
    "update shop.stores set home = jsonb_set(home, '{hero,picture,key}', to_jsonb($2::text)) where id = $1",
    [storeId, used.key],
  );
  const ctx = await world.system(storeId);
  await ctx.tx(async (tx) => {
    const scans = async () =>
      (
        await tx.row<{ scans: number }>(sql`
        select (coalesce(idx_scan, 0) + seq_scan)::int as scans from pg_stat_xact_user_tables
        where schemaname = 'shop' and relname = 'stores'`)
      )?.scans ?? 0;
    const before = await scans();
    const { items, total } = await readMediaPage(tx, sql`${isUsed(storeId)} = false`, {
      page: 1,
      limit: 100,
    });
    expect([items.length, total]).toEqual([30, 30]);
    expect((await scans()) - before).toBeLessThan(10);
  });
});

function blob(content: string | Uint8Array, type = "image/png"): Blob {
  return new Blob([typeof content === "string" ? content : new Uint8Array(content)], { type });
}

/** Returns the header of a PNG file with 3,600 megapixels. */
function bomb(): Uint8Array {
  const head = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  const size = Buffer.alloc(8);
  size.writeUInt32BE(60_000, 0);
  size.writeUInt32BE(60_000, 4);
  return Buffer.concat([head, size, Buffer.from("0802000000", "hex"), Buffer.alloc(500)]);
}
