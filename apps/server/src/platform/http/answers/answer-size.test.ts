// @module-tag slow

import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";

test("a read returns at most 4 MB, whatever the store contains", async ({ world }) => {
  const storeId = await seedStore(world);
  const add = (count: number) =>
    world.admin.query(
      `insert into shop.policies (store_id, id, type, title, content)
       select $1, gen_random_uuid(), 'CUSTOM', gen_random_uuid()::text, repeat('x', 100000) from generate_series(1, $2)`,
      [storeId, count],
    );
  const count = async () =>
    (await world.client().stores.listPolicies({ id: storeId })).items.length;
  await add(40);
  expect(await count()).toBe(40);
  await add(3);
  await expect(count()).rejects.toMatchObject({
    code: "PAYLOAD_TOO_LARGE",
    message: expect.stringContaining("`limit`") as unknown,
  });
});
