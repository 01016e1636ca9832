import { afterEach, beforeEach, expect, vi } from "vitest";
import { test } from "#tests/world.ts";
import { seedStore } from "#tests/seed.ts";
import { captureTurn, noteDeclined } from "./capture-turn.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

test("a capture begins a second after the order's last decline, and other orders' captures don't wait", async ({
  world,
}) => {
  const ctx = { ...(await world.system(await seedStore(world))), limitsCallers: true };
  const ends: string[] = [];
  const begin = (id: string) => captureTurn(ctx, id)(async () => void ends.push(id));
  noteDeclined("declined");
  const waiting = begin("declined");
  await begin("other");
  expect(ends).toEqual(["other"]);
  await vi.advanceTimersByTimeAsync(999);
  expect(ends).toEqual(["other"]);
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  await begin("declined");
  expect(ends).toEqual(["other", "declined", "declined"]);
});
