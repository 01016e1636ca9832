import { expect, vi } from "vitest";
import { waitLimit } from "#tests/wait-limit.ts";
import { test, type World } from "#tests/world.ts";
import { restem } from "../../domains/languages/jobs.ts";
import { person, storeOf } from "../../domains/roles/roles.fixture.ts";
import { catalogueChanged } from "./catalogue-changed.ts";
import { type EventHandlers, sweepOutbox } from "./outbox-sweep.ts";

const handlers: EventHandlers = {
  "catalogue.changed": catalogueChanged,
  "language.moved": restem,
  "stock.low": async () => {},
};

test("long jobs of one owner's stores run two at a time, while other stores' jobs go on", async ({
  world,
}) => {
  const owner = await person(world);
  for (let i = 0; i < 10; i += 1) await moveLanguage(owner, await storeOf(world, owner), 1);
  const other = await person(world);
  const otherStore = await storeOf(world, other);
  await other.languages.createLanguage({ body: { storeId: otherStore, code: "FR" } });
  const release = Promise.withResolvers<void>();
  const done: string[] = [];
  let [running, maxRunning] = [0, 0];
  const slow: EventHandlers = {
    ...handlers,
    "catalogue.changed": async (_services, { storeId }) => void done.push(storeId),
    "language.moved": async () => {
      maxRunning = Math.max(maxRunning, ++running);
      await release.promise;
      running -= 1;
    },
  };
  const sweeping = sweepOutbox(world.services, slow, world.services.log);
  try {
    await vi.waitFor(() => expect(running).toBeGreaterThan(1), waitLimit);
    await vi.waitFor(() => expect(done).toContain(otherStore), waitLimit);
    expect(maxRunning).toBe(2);
  } finally {
    release.resolve();
    await sweeping;
  }
  expect(maxRunning).toBe(2);
});

test("a store's repeated language changes are one open job", async ({ world }) => {
  const owner = await person(world);
  const storeId = await storeOf(world, owner);
  await moveLanguage(owner, storeId, 6);
  expect(await moves(world)).toEqual({ open: 1, all: 6 });
  await sweepOutbox(world.services, handlers, world.services.log);
  expect(await moves(world)).toEqual({ open: 0, all: 6 });
});

test("a large store's products are stemmed a thousand per job, and none after a later change", async ({
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
  const job = await openMove(world);
  await sweepOutbox(world.services, handlers, world.services.log);
  expect(await moves(world)).toEqual({ open: 0, all: 3 });
  // As a process would that is running the first job when the language changes again.
  await restem(world.services, { id: job, storeId, payload: {}, attempts: 1 });
  expect(await moves(world)).toEqual({ open: 0, all: 3 });
});

async function moveLanguage(
  owner: Awaited<ReturnType<typeof person>>,
  storeId: string,
  times: number,
): Promise<void> {
  const { languages } = owner;
  await languages.createLanguage({ body: { storeId, code: "DE" } });
  const { items } = await languages.listLanguages({ storeId });
  for (let i = 0; i < times; i += 1) {
    const id = items.find(({ isDefault }) => isDefault === (i % 2 === 1))?.id ?? "";
    await languages.updateLanguage({ id, body: { isDefault: true } });
  }
}

async function openMove({ admin }: World): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(
    "select id from shop.outbox where topic = 'language.moved' and done_at is null",
  );
  return rows[0]?.id ?? "";
}

async function moves({ admin }: World): Promise<{ open: number; all: number } | undefined> {
  const { rows } = await admin.query<{ open: number; all: number }>(`
    select count(*) filter (where done_at is null)::int as open, count(*)::int as all
    from shop.outbox where topic = 'language.moved'`);
  return rows[0];
}
