// @module-tag slow

import sharp from "sharp";
import { expect } from "vitest";
import { SafeFetchError } from "../../../platform/network/safe-fetch.ts";
import { more, type Row, shirt, sized } from "./csv.fixture.ts";
import { type Shop, test } from "./import.fixture.ts";

const [one, two, three] = ["1", "2", "3"].map((n) => `https://pictures.example/${n}.jpg`);
const row = (over: Row): Row => ({ Handle: "linen-shirt", ...over });
const file = [
  { ...shirt, "Image Src": one ?? "", "Image Alt Text": "Front" },
  row({ "Image Src": two ?? "" }),
];

async function draw(url: string): Promise<Buffer> {
  const shade = (url.codePointAt(url.length - 5) ?? 0) * 3;
  const background = { r: shade, g: 90, b: 30 };
  return sharp({ create: { width: 800, height: 1000, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

async function images({ world, storeId }: Shop) {
  const product = await world
    .client()
    .products.getProductPage({ id: storeId, link: "linen-shirt" });
  return product.images;
}

test("pictures are downloaded once and stored in the shop's own widths", async ({ shop }) => {
  const requests: string[] = [];
  const fetchPicture = (url: string) => {
    requests.push(url);
    return draw(url);
  };
  const first = await shop.bring(file, { fetchPicture });
  expect(first.pictures).toEqual({ known: 0, fetched: 2, toFetch: 2, missing: [] });
  const shown = await images(shop);
  expect(shown).toMatchObject([
    { alt: "Front", width: 640, height: 800, widths: [360, 640] },
    { alt: "Linen Shirt", width: 640, height: 800 },
  ]);
  expect(shown[0]?.url).toMatch(/^\/media\/up\/[0-9a-f]{32}\/640\.webp$/);

  const before = await shop.everything();
  const again = await shop.bring(file, { fetchPicture });
  expect(again).toMatchObject({
    unchanged: 1,
    pictures: { known: 2, toFetch: 0 },
  });
  expect(requests).toHaveLength(2);
  expect(await shop.everything()).toEqual(before);
});

test("an address with a percent sign is a picture that can't be reached, not the end of the import", async ({
  shop,
}) => {
  const odd = ["100%", "%E0"].map((name) => `https://pictures.example/media/${name}/640.webp`);
  const result = await shop.bring([
    { ...shirt, "Image Src": odd[0] ?? "" },
    row({ "Image Src": odd[1] ?? "" }),
  ]);
  expect(result).toMatchObject({ errors: [], created: 1, pictures: { toFetch: 2 } });
  expect(result.pictures.missing).toHaveLength(2);
});

/** Returns the URLs of pictures that are still to be downloaded. */
async function waiting({ world, storeId }: Shop): Promise<string[]> {
  const { rows } = await world.admin.query<{ remote_url: string }>(
    "select remote_url from shop.images where store_id = $1 and remote_url is not null order by position",
    [storeId],
  );
  return rows.map(({ remote_url }) => remote_url);
}

test("pictures that can't be reached stay hidden, and a later import downloads them", async ({
  shop,
}) => {
  const result = await shop.bring(file);
  expect(result.pictures.missing).toEqual([
    { row: 2, url: one, reason: "its host is not known" },
    { row: 3, url: two, reason: "its host is not known" },
  ]);
  expect(await images(shop)).toEqual([]);
  expect(await waiting(shop)).toEqual([one, two]);

  const onlyTwo = (url: string) =>
    url === two
      ? draw(url)
      : Promise.reject(new SafeFetchError("failed", "it answers with status 404"));
  const later = await shop.bring(file, { fetchPicture: onlyTwo });
  expect(later.pictures).toMatchObject({ fetched: 1, missing: [{ row: 2, url: one }] });
  expect(later.planned[0]?.changes).toMatchObject([{ field: "pictures" }]);
  expect((await images(shop)).map(({ url }) => url)).toEqual([expect.stringMatching(/^\/media/)]);
  expect(await waiting(shop)).toEqual([one]);
});

test("a technical drawing is recognized by its alt text once, and a later change by staff is kept", async ({
  shop,
}) => {
  const drawn = [
    { ...shirt, "Image Src": one ?? "", "Image Alt Text": "Front" },
    row({ "Image Src": two ?? "", "Image Alt Text": "Technical drawing with measurements" }),
  ];
  await shop.bring(drawn, { fetchPicture: draw });
  expect((await images(shop)).map(({ kind }) => kind)).toEqual(["PHOTO", "DRAWING"]);
  await shop.world.admin.query("update shop.images set kind = 'DETAIL' where kind = 'DRAWING'");
  const again = await shop.bring(drawn, { fetchPicture: draw });
  expect(again.unchanged).toBe(1);
  expect((await images(shop)).map(({ kind }) => kind)).toEqual(["PHOTO", "DETAIL"]);
});

test("files that are not pictures are not stored", async ({ shop }) => {
  const result = await shop.bring(file, { fetchPicture: hostile });
  expect(result.pictures.missing[0]?.reason).toMatch(/not a JPEG/);
});

test("pictures added by staff stay, after those of the file", async ({ shop }) => {
  await shop.bring(file, { fetchPicture: draw });
  await shop.world.admin.query(
    `insert into shop.images (store_id, id, product_id, position, key, alt, width, height)
     select store_id, gen_random_uuid(), id, 1, 'up/by-hand', 'By hand', 640, 800 from shop.products where store_id = $1`,
    [shop.storeId],
  );
  const changed = [{ ...shirt, "Image Src": two ?? "" }, row({ "Image Src": three ?? "" })];
  await shop.bring(changed, { fetchPicture: draw });
  expect((await images(shop)).map(({ alt }) => alt)).toEqual([
    "Linen Shirt",
    "Linen Shirt",
    "By hand",
  ]);
  expect((await shop.bring(changed, { fetchPicture: draw })).unchanged).toBe(1);
});

test("a variant's own picture is shown with its color", async ({ shop }) => {
  const color = { "Option1 Name": "Color" };
  await shop.bring(
    [
      sized("Navy", { ...color, "Variant Image": one ?? "" }),
      more("Sand", { "Variant Image": two ?? "" }),
    ],
    { fetchPicture: draw },
  );
  const { variants } = await shop.world
    .client()
    .products.getProductPage({ id: shop.storeId, link: "linen-shirt" });
  expect(
    variants.map((variant) => [variant.name, variant.images.map((image) => image.color)]),
  ).toEqual([
    ["Navy", ["Navy"]],
    ["Sand", ["Sand"]],
  ]);
});

test("pictures are not downloaded for a rejected file", async ({ shop }) => {
  const requests: string[] = [];
  const withError = [...file, { ...shirt, Handle: "hat", "Variant Price": "x" }];
  await shop.bring(withError, {
    fetchPicture: (url) => draw(requests[requests.push(url) - 1] ?? ""),
  });
  expect(requests).toEqual([]);
});

async function hostile() {
  return Buffer.from("<svg onload='alert(1)'/>");
}
