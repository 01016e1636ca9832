// @module-tag slow

import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { makeProduct, staffClient } from "../../products/catalogue.fixture.ts";
import type { Written } from "../export-pages.ts";
import { jsonLines } from "./export-json-lines.ts";
import { bring, fullStore, pictureOf, withoutIds, write } from "./json-lines.fixture.ts";

test("a picture added during an export is in the file before the records that refer to it", async ({
  world,
}) => {
  const storeId = await fullStore(world);
  const staff = await staffClient(world, storeId, "MANAGER");
  const coat = await makeProduct(world, storeId, { name: "Coat", link: "coat" });
  const { id: collectionId } = await staff.collections.createCollection({
    storeId,
    body: { name: "Late", products: [coat.id] },
  });
  const ctx = await world.system(storeId);
  let file = jsonLines.begin(ctx);
  let written: Written = new Map();
  const upload = async (color: string) =>
    staff.media.uploadMedia({ storeId, file: await pictureOf(color), alt: color });
  for (let at: string | null = ""; at !== null;) {
    const page = await jsonLines.page(ctx, at, written);
    file += page.text;
    const [before = "", after = ""] = [at.split("|")[0], page.next?.split("|")[0]];
    if (before === "pictures" && after === "products") {
      const [front, unseen] = [await upload("#0a1"), await upload("#0b2")];
      await staff.media.setProductImages({
        id: coat.id,
        body: { images: [{ mediaId: front.id }, { mediaId: unseen.id }] },
      });
      // Also tests a picture whose file has been deleted in the meantime.
      const { rows } = await world.admin.query<{ key: string }>(
        "select key from shop.media where id = $1",
        [unseen.id],
      );
      await world.services.files.remove([`${rows[0]?.key}/master.webp`]);
    }
    if (before === "products" && after === "collections") {
      const { id: mediaId } = await upload("#0c3");
      await staff.collections.updateCollection({ id: collectionId, body: { mediaId } });
    }
    // Simulates another process that continues the file.
    written = (await jsonLines.recall?.(bytesOf(file))) ?? written;
    at = page.next;
  }
  const lines = file
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { type: string; id?: string; link?: string });
  const pictures = lines.flatMap(({ type, id }) => (type === "picture" ? [id] : []));
  expect(new Set(pictures).size).toBe(pictures.length);
  expect(lines.find(({ link }) => link === "coat")).toMatchObject({ images: [{ color: null }] });
  const other = await seedStore(world);
  expect(await bring(world, other, file)).toMatchObject({ outcome: "imported", errors: [] });
  const again = withoutIds(await write(world, other));
  expect(again.filter(isNamed)).toEqual(withoutIds(file).filter(isNamed));
});

function isNamed(line: string): boolean {
  return /^\{"type":"(?:picture|product|collection)"/.test(line);
}

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}
