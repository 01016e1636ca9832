// @module-tag slow

import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
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

function day(n: number): string {
  return new Date(Date.UTC(2020, 0, n)).toISOString();
}

const line = (days: readonly number[], since: number) =>
  JSON.stringify({
    type: "policy",
    kind: "CUSTOM",
    title: "Repairs",
    content: `<p>${since}</p>`,
    since: day(since),
    earlier: days.map((n) => ({ title: "Repairs", content: `<p>${n}</p>`, at: day(n) })),
  });
const add = (world: World, storeId: string, ...lines: string[]) =>
  bring(
    world,
    storeId,
    [
      '{"type":"catalogue","format":"vetrina-catalogue","version":1,"currency":"USD"}',
      ...lines,
    ].join("\n"),
  );
const versions = async (world: World) => {
  const { rows } = await world.admin.query<{ content: string; at: string }>(
    "select content, ctid::text as at from shop.policy_versions order by version",
  );
  return rows;
};

function daysFrom(first: number): number[] {
  return Array.from({ length: 999 }, (_, n) => first + n);
}

test("adding versions to a policy writes only these and later versions", async ({ world }) => {
  const storeId = await seedStore(world);
  await add(world, storeId, line([1, 2, 3, 5, 6], 8));
  const before = await versions(world);
  await add(world, storeId, line([9], 10));
  const later = await versions(world);
  expect(later.map(({ content }) => content)).toEqual(
    [1, 2, 3, 5, 6, 8, 9, 10].map((n) => `<p>${n}</p>`),
  );
  expect(later.slice(0, 6)).toEqual(before);
  await add(world, storeId, line([4, 9], 10));
  const between = await versions(world);
  expect(between.map(({ content }) => content)).toEqual(
    [1, 2, 3, 4, 5, 6, 8, 9, 10].map((n) => `<p>${n}</p>`),
  );
  expect(between.slice(0, 3)).toEqual(before.slice(0, 3));
});

test("more than 2,000 versions of a policy are refused", async ({ world }) => {
  const storeId = await seedStore(world);
  const full = await add(world, storeId, line(daysFrom(1), 1000), line(daysFrom(1001), 2000));
  expect(full).toMatchObject({ outcome: "imported", errors: [] });
  expect(await versions(world)).toHaveLength(2000);
  const refused = await add(world, storeId, line([2001], 2002));
  expect(refused.errors).toMatchObject([{ message: expect.stringMatching(/at most 2000/) }]);
  expect(await versions(world)).toHaveLength(2000);
});
function text(n: number): string {
  return `<p>${n} ${'"'.repeat(60_000)}</p>`;
}
