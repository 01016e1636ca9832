// @module-tag slow

import { expect, vi } from "vitest";
import { runJobs } from "#tests/run-jobs.ts";
import { waitLimit } from "#tests/wait-limit.ts";
import { test, type World } from "#tests/world.ts";
import { restem } from "../../domains/languages/jobs.ts";
import { person, storeOf } from "../../domains/roles/roles.fixture.ts";
import { catalogueChanged } from "./catalogue-changed.ts";

test("long jobs of one owner's stores run two at a time, while other stores' jobs continue", async ({
  world,
}) => {
  const owner = await person(world);
  for (let i = 0; i < 10; i += 1) await moveLanguage(owner, await storeOf(world, owner), 1);
  const other = await person(world);
  const otherStore = await storeOf(world, other);
  await moveLanguage(other, otherStore, 1);
  const release = Promise.withResolvers<void>();
  const done: (string | null)[] = [];
  let [running, maxRunning] = [0, 0];
  const slow = {
    ...restem,
    run: async (_services: unknown, { storeId }: { storeId: string | null }) => {
      if (storeId === otherStore) return void done.push(storeId);
      maxRunning = Math.max(maxRunning, ++running);
      await release.promise;
      running -= 1;
    },
  };
  const working = runJobs(world.services, { jobs: [catalogueChanged, slow] });
  try {
    await vi.waitFor(() => expect(running).toBeGreaterThan(1), waitLimit);
    await vi.waitFor(() => expect(done).toEqual([otherStore]), waitLimit);
    expect(maxRunning).toBe(2);
  } finally {
    release.resolve();
    await working;
  }
  expect(maxRunning).toBe(2);
});

test("a store's repeated language changes share one waiting job", async ({ world }) => {
  const owner = await person(world);
  await moveLanguage(owner, await storeOf(world, owner), 6);
  expect(await moves(world)).toHaveLength(1);
  await runJobs(world.services);
  expect(await moves(world)).toEqual([]);
});

test("a large store's products are stemmed a thousand per slice, and none after a later change", async ({
  world,
}) => {
  const owner = await person(world);
  const storeId = await storeOf(world, owner);
  await world.admin.query(
    `insert into shop.products (store_id, id, link, name, status, category, department, options, published_at)
     select $1, gen_random_uuid(), 'p' || n, 'Dresses', 'ACTIVE', 'dresses', 'women', '[]', now() from generate_series(1, 2001) n`,
    [storeId],
  );
  await moveLanguage(owner, storeId, 1);
  let slices = 0;
  const run: typeof restem.run = async (services, job) => {
    slices += 1;
    const result = await restem.run(services, job);
    // The language changes again before the job's second run ends.
    if (slices === 2) await moveLanguage(owner, storeId, 2);
    return result;
  };
  await runJobs(world.services, { jobs: [{ ...restem, run }] });
  expect(slices).toBe(2 + 3);
  expect(await moves(world)).toEqual([]);
});

async function moveLanguage(
  owner: Awaited<ReturnType<typeof person>>,
  storeId: string,
  times: number,
): Promise<void> {
  const { languages } = owner;
  const { items } = await languages.listLanguages({ storeId });
  if (items.length === 1)
    items.push(await languages.createLanguage({ body: { storeId, code: "DE" } }));
  for (let i = 0; i < times; i += 1) {
    const now = (await languages.listLanguages({ storeId })).items;
    const id = now.find(({ isDefault }) => !isDefault)?.id ?? "";
    await languages.updateLanguage({ id, body: { isDefault: true } });
  }
}

async function moves({ admin }: World): Promise<unknown[]> {
  const { rows } = await admin.query("select from shop.jobs where kind = 'language.moved'");
  return rows;
}
