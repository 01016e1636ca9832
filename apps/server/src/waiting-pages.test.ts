// @module-tag slow

import { expect, vi } from "vitest";
import { basePath } from "@vetrina/contract/api";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { waitLimit } from "#tests/wait-limit.ts";
import { test } from "#tests/world.ts";
import { holdCostly, seedCoats } from "./domains/listing/hold-costly.fixture.ts";
import { holdSearches } from "./domains/search/hold-searches.fixture.ts";
import { servePages } from "./pages.fixture.ts";
import { hashesAtOnce, inPasswordQueue } from "./platform/auth/password-queue.ts";
import { callerAddress, isInProcess } from "./platform/http/transport.ts";

const patience = { timeout: waitLimit };

test("a page is rendered while others' forms wait for their passwords to be hashed", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  let sent = 0;
  const { read, close } = await servePages(world, storeId, {
    rateLimits: true,
    prepare: (app) =>
      void app.addHook("onRequest", async ({ url }) => {
        if (url === `${basePath}/users/register`) sent += 1;
      }),
  });
  const hashed = Promise.withResolvers<void>();
  const hashing = Array.from({ length: hashesAtOnce }, () =>
    inPasswordQueue("system", () => hashed.promise),
  );
  const register = (address: string, i: number) =>
    read("/register", {
      method: "POST",
      remoteAddress: address,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: `name=Zoe&email=zoe-${i}@example.com&password=a+few+easy+words`,
    });
  const forms = ["198.51.100.1", "198.51.100.2", "198.51.100.3", "198.51.100.4"].flatMap(
    (address) => [register(address, 1), register(address, 2)],
  );
  try {
    await vi.waitFor(() => expect(sent).toBeGreaterThanOrEqual(4), patience);
    expect((await read("/", { remoteAddress: "192.0.2.1" })).statusCode).toBe(200);
    // A store's forms have a limit too: four run at a time.
    expect(sent).toBe(4);
  } finally {
    hashed.resolve();
    await Promise.all(hashing);
  }
  const answers = await Promise.all(forms);
  expect(answers.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
  await close();
});

test("a page's own lists don't wait for those that its caller requests directly", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  await seedProduct(world, storeId);
  const { read, close } = await servePages(world, storeId, { rateLimits: true });
  const { held, release } = holdSearches(world);
  const search = (address: string) =>
    read(`${basePath}/products/store/${storeId}?name=linen`, { remoteAddress: address });
  const lists = ["192.0.2.1", "192.0.2.1", "192.0.2.1"].map(search);
  try {
    await vi.waitFor(() => expect(held()).toBe(3), patience);
    lists.push(search("192.0.2.2"));
    await vi.waitFor(() => expect(held()).toBe(4), patience);
    lists.push(...Array.from({ length: 9 }, () => search("192.0.2.1")));
    expect((await read("/", { remoteAddress: "192.0.2.1" })).statusCode).toBe(200);
  } finally {
    release();
    await Promise.all(lists);
  }
  await close();
});

test("a page is rendered while others' searches wait for their turn", async ({ world }) => {
  const storeId = await seedStore(world);
  await seedCoats(world, storeId, 2100);
  const { read, close } = await servePages(world, storeId, { rateLimits: true });
  const { counts, release } = holdCostly(world, "coat");
  const search = (_: unknown, i: number) =>
    read("/search?name=coat", { remoteAddress: `198.51.100.${1 + i}` });
  const searches = Array.from({ length: 6 }, search);
  try {
    await vi.waitFor(() => expect(counts.begun).toBe(1), patience);
    for (const url of ["/", "/search?name=zebra"])
      expect((await read(url, { remoteAddress: "192.0.2.1" })).statusCode).toBe(200);
  } finally {
    release();
  }
  for (const { statusCode, body } of await Promise.all(searches)) {
    expect(statusCode).toBe(200);
    expect(body).toContain("Coat");
  }
  expect(counts).toMatchObject({ begun: 6, most: 1 });
  await close();
});

test("the settings that a store's pages share don't wait for the caller whose page reads them first", async ({
  world,
}) => {
  const gate = Promise.withResolvers<void>();
  let held = 0;
  const { read, close } = await servePages(world, await seedStore(world), {
    rateLimits: true,
    prepare: (app) =>
      void app.addHook("onRequest", async (request) => {
        if (!isInProcess(request) || callerAddress(request) !== "198.51.100.31") return;
        held += 1;
        await gate.promise;
      }),
  });
  const first = read("/policy", { remoteAddress: "198.51.100.31" });
  try {
    await vi.waitFor(() => expect(held).toBeGreaterThan(0), patience);
    expect((await read("/policy", { remoteAddress: "192.0.2.31" })).statusCode).toBe(200);
  } finally {
    gate.resolve();
  }
  expect((await first).statusCode).toBe(200);
  await close();
});
