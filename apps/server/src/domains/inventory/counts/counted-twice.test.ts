// @module-tag slow

import { setTimeout as sleep } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test, type World } from "#tests/world.ts";
import { staffClient } from "../../products/catalogue.fixture.ts";
import { paidOrder, refundShop } from "../../refunds/refunds.fixture.ts";

/** A shop whose variant has 50 units according to the ledger. */
async function shop(world: World) {
  const sold = await refundShop(world, { stock: 50 });
  const { storeId } = sold;
  const [variantId] = sold.variantIds;
  const staff = await staffClient(world, storeId);
  await staff.locations.createLocation({ storeId, body: { code: "window", name: "Window" } });
  return {
    count: (counted: number, countedAt?: string) =>
      staff.stockCounts.createCount({
        storeId,
        body: { lines: [{ variantId, counted }], ...(countedAt && { countedAt }) },
      }),
    set: (onHand: number) => staff.inventory.setLevel({ body: { variantId, onHand } }),
    adjust: (quantity: number, reason: "DAMAGED" | "RECEIVED" | "CORRECTION") =>
      staff.inventory.createAdjustment({ body: { variantId, quantity, reason } }),
    sell: () => paidOrder(world, sold, [1, 0]),
    send: () =>
      staff.transfers.createTransfer({
        storeId,
        body: { from: "main", to: "window", lines: [{ variantId, quantity: 1 }] },
      }),
    onHand: async () => {
      const { items } = await staff.inventory.listLevels({ storeId, entityId: variantId });
      return items.find(({ location }) => location === "main")?.onHand;
    },
  };
}

/** Returns a time after everything that has happened and before everything that follows. */
async function between(): Promise<string> {
  await sleep(2);
  const time = new Date().toISOString();
  await sleep(2);
  return time;
}

describe("a shelf that is counted twice", () => {
  test("is corrected once, in whatever order the counts arrive", async ({ world }) => {
    const { count, onHand, sell } = await shop(world);
    const first = await between();
    const second = await between();
    await sell();
    const third = await between();
    expect(await count(52, first)).toMatchObject({ difference: 2 });
    for (const [counted, at] of [
      [52, second],
      [51, third],
      [52, first],
      [51, undefined],
      [52, second],
    ] as const)
      expect(await count(counted, at)).toMatchObject({ difference: 0 });
    expect(await onHand()).toBe(51);
    expect(await imbalances(world)).toEqual([]);
  });

  test("is corrected once, whether by a level or by a count", async ({ world }) => {
    const { count, onHand, set, adjust } = await shop(world);
    const first = await between();
    await set(52);
    await adjust(-2, "DAMAGED");
    expect(await count(52, first)).toMatchObject({ difference: 0 });
    const second = await between();
    await adjust(3, "CORRECTION");
    expect(await count(53, second)).toMatchObject({ difference: 0 });
    expect(await onHand()).toBe(53);
  });

  test("keeps a later count or correction, and an older count that contradicts it is rejected", async ({
    world,
  }) => {
    const { count, onHand, set, adjust } = await shop(world);
    const first = await between();
    const second = await between();
    await count(48, second);
    await adjust(-3, "DAMAGED");
    const older = {
      code: "VALIDATION_FAILED",
      details: [{ path: "lines.0.counted", message: expect.stringMatching(/was 48\./) }],
    };
    await expect(count(49, first)).rejects.toMatchObject(older);
    // A second count for the same time is not older than the first one, so it can correct a mistake in the first.
    expect(await count(47, second)).toMatchObject({ difference: -1 });
    expect(await onHand()).toBe(44);
    const third = await between();
    await set(40);
    await expect(count(44 + 1, third)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    expect(await onHand()).toBe(40);
  });
});

const events = fc.array(
  fc.oneof(
    fc.constantFrom("sell", "send", "damage", "receive", "lose", "set"),
    fc.record({ count: fc.nat(20) }),
    fc.record({ count: fc.nat(20) }),
  ),
  { minLength: 3, maxLength: 14 },
);

test("the ledger equals the last known units of the shelf plus everything that has moved since", async ({
  world,
}) => {
  await fc.assert(
    fc.asyncProperty(events, async (all) => {
      const { count, onHand, set, adjust, sell, send } = await shop(world);
      // The shelf has two units more than the ledger.
      const now = { shelf: 52, moved: 0 };
      const past: { at: string; shelf: number; moved: number }[] = [];
      let known = { at: "", shelf: 50, moved: 0 };
      const move = async (units: number, write: () => Promise<unknown>) => {
        await write();
        now.shelf += units;
        now.moved += units;
      };
      const steps = {
        sell: () => move(-1, sell),
        send: () => move(-1, send),
        damage: () => move(-1, () => adjust(-1, "DAMAGED")),
        receive: () => move(2, () => adjust(2, "RECEIVED")),
        lose: async () => {
          now.shelf -= 1;
        },
        set: async () => {
          const isNew = (await onHand()) !== now.shelf;
          await set(now.shelf);
          if (isNew) known = { at: await between(), ...now };
        },
      };
      const recount = async (ago: number) => {
        const seen = past[Math.max(0, past.length - 1 - ago)]!;
        const isRefused =
          seen.at < known.at && seen.shelf - seen.moved !== known.shelf - known.moved;
        const result = await count(seen.shelf, seen.at).then(
          () => "counted",
          (error: { code: string }) => error.code,
        );
        if (!isRefused && seen.at > known.at) known = seen;
        return result === (isRefused ? "VALIDATION_FAILED" : "counted");
      };
      for (const event of all) {
        past.push({ at: await between(), ...now });
        const isAsExpected =
          typeof event === "string"
            ? await steps[event]().then(() => true)
            : await recount(event.count);
        expect([isAsExpected, await onHand()]).toEqual([
          true,
          known.shelf + now.moved - known.moved,
        ]);
      }
    }),
    { numRuns: 12 },
  );
  expect(await imbalances(world)).toEqual([]);
});
