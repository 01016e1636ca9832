// @module-tag slow

import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { systemContext } from "../../../platform/context.ts";
import { pictureLines } from "./picture-lines.ts";

test("a page of an export reads no more pictures than fit on it, however large each picture is", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const keys = Array.from({ length: 8 }, (_, i) => `up/${i.toString().repeat(32)}`);
  for (const key of keys)
    await world.services.files.write(`${key}/master.webp`, Buffer.alloc(1_500_000), "image/webp");
  await world.admin.query(
    `insert into shop.media (store_id, id, key, width, height, widths, bytes)
     select $1, gen_random_uuid(), key, 800, 1000, '{360,640}', 1 from unnest($2::text[]) key`,
    [storeId, keys],
  );
  const store = await world.services.directory.find(storeId);
  if (store === null) throw new Error("no store");
  const ctx = systemContext(world.services, store);
  const pages: number[] = [];
  for (let after: string | null = ""; after !== null;) {
    const { lines, last }: Awaited<ReturnType<typeof pictureLines>> = await pictureLines(
      ctx,
      after,
      new Map(),
    );
    pages.push(lines.filter((line) => (line as { type: string }).type === "picture").length);
    after = last;
  }
  expect(pages).toEqual([2, 2, 2, 2]);
});
