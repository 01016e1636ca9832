import { expect, vi } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { servePages } from "./pages.fixture.ts";
import { countTicks } from "./platform/event-loop/ticks.fixture.ts";
import { addressTime } from "./platform/http/callers/address-time.ts";

test("pages that read nothing from the database are rendered in different ticks of the event loop", async ({
  world,
}) => {
  const { read, close } = await servePages(world, await seedStore(world));
  // Caches the store's settings, so that the pages below read nothing from the database.
  expect((await read("/nowhere")).statusCode).toBe(404);
  const ticks = countTicks();
  await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      expect((await read(`/nowhere-${i}`)).statusCode).toBe(404);
      ticks.note();
    }),
  );
  ticks.end();
  expect(ticks.most()).toBeLessThanOrEqual(4);
  await close();
});

test("the time that pages take to render counts against the caller's address", async ({
  world,
}) => {
  const { read, close } = await servePages(world, await seedStore(world), { rateLimits: true });
  const spend = vi.spyOn(addressTime, "spend");
  const spentOn = async (url: string) => {
    await read(url);
    return spend.mock.lastCall?.[1];
  };
  expect(await spentOn("/nowhere")).toBeGreaterThan(6);
  expect(await spentOn("/")).toBeGreaterThan(6);
  spend.mockRestore();
  await close();
});
