import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { staffClient } from "../../products/catalogue.fixture.ts";
import { exportChunks } from "../export-pages.ts";
import { jsonLines } from "./export-json-lines.ts";
import { bring, write } from "./json-lines.fixture.ts";

test("a policy with many long versions is exported in several lines, and imported with all of them", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { policies } = await staffClient(world, storeId, "MANAGER");
  for (const title of ["Repairs", "Alterations"])
    await policies.createPolicy({ storeId, body: { type: "CUSTOM", title, content: text(40) } });
  await world.admin.query(
    `insert into shop.policy_versions (store_id, policy_id, version, title, content, created_at)
     select p.store_id, p.id, n, 'Mending', '<p>' || n || ' ' || repeat('"', 60000) || '</p>', '2020-01-01'::timestamptz + n * interval '1 day'
     from shop.policies p, generate_series(2, 40) n where p.store_id = $1 and p.title = 'Repairs'`,
    [storeId],
  );
  await world.admin.query(
    `update shop.policy_versions v set created_at = '2020-01-01' where store_id = $1 and version = 1`,
    [storeId],
  );
  await world.admin.query(
    `update shop.policy_versions set title = 'Repairs' where store_id = $1 and version = 40`,
    [storeId],
  );
  await world.admin.query(
    "update shop.policies set version = 40, content = $2 where store_id = $1 and title = 'Repairs'",
    [storeId, text(40)],
  );
  for await (const chunk of exportChunks(await world.system(storeId), jsonLines))
    expect(chunk.length).toBeLessThan(1_500_000);
  const file = await write(world, storeId);
  const lines = file.split("\n").filter((line) => line.startsWith('{"type":"policy"'));
  const records = lines.map((line) => JSON.parse(line) as { title: string; earlier: unknown[] });
  expect(records.flatMap(({ earlier }) => earlier)).toHaveLength(39);
  expect(new Set(records.map(({ title }) => title))).toEqual(new Set(["Repairs", "Alterations"]));
  const other = await seedStore(world);
  expect(await bring(world, other, file)).toMatchObject({ outcome: "imported", errors: [] });
  expect(await write(world, other)).toBe(file);
  expect(await bring(world, other, file)).toMatchObject({ created: 0, updated: 0 });
});

function text(n: number): string {
  return `<p>${n} ${'"'.repeat(60_000)}</p>`;
}
