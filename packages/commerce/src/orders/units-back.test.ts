import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unitsToShip } from "./shipments.ts";
import { type UnitEvent, unitsBack } from "./units-back.ts";

const packed = (shipmentId: string, units: number): UnitEvent => ({
  kind: "packed",
  shipmentId,
  units,
});
const left = (shipmentId: string): UnitEvent => ({ kind: "sent", shipmentId });
const unpacked = (shipmentId: string): UnitEvent => ({ kind: "unpacked", shipmentId });
const sent = (shipmentId: string, units: number) => [packed(shipmentId, units), left(shipmentId)];
const all = 100;
const came = (shipmentId: string, restock = all): UnitEvent => ({
  kind: "returned",
  shipmentId,
  restock,
});
const refunded = (units: number, restock = true): UnitEvent => ({
  kind: "refunded",
  units,
  restock,
});

describe("the units of an item that may be in stock again", () => {
  test.for<[string, number, (UnitEvent | UnitEvent[])[], number, number?]>([
    ["none", 3, [sent("a", 2)], 0],
    ["an unsent unit that was refunded", 2, [refunded(1), sent("a", 1)], 1],
    [
      "a parcel that came back, then was refunded",
      4,
      [sent("a", 2), sent("b", 2), came("a"), refunded(2)],
      2,
    ],
    [
      "a parcel that was refunded, then came back",
      4,
      [sent("a", 2), sent("b", 2), refunded(2), came("a")],
      2,
    ],
    ["the sent one of two, while the other is owed", 2, [sent("a", 1), came("a"), refunded(1)], 1],
    ["both, once the other one is refunded, too", 2, [sent("a", 1), came("a"), refunded(2)], 2],
    [
      "an unsent unit, until the other unit comes back",
      2,
      [refunded(1), sent("a", 1), came("a")],
      1,
    ],
    [
      "a parcel that only its refund put back",
      2,
      [sent("a", 1), sent("b", 1), came("a", 0), refunded(1)],
      1,
    ],
    [
      "a parcel that was refunded first",
      2,
      [sent("a", 1), sent("b", 1), refunded(1, false), came("a")],
      1,
    ],
    [
      "not a lost unit that was refunded unsent",
      2,
      [refunded(1, false), sent("a", 1), refunded(1), came("a")],
      1,
    ],
    [
      "one refunded before it came back, and an unsent one",
      2,
      [sent("a", 1), refunded(1, false), came("a"), refunded(1)],
      2,
    ],
    [
      "not a broken unit that came back in another parcel",
      2,
      [sent("a", 1), sent("b", 1), came("a", 0), refunded(1, false), refunded(1), came("b")],
      1,
    ],
    [
      "not a unit that the buyer keeps",
      3,
      [sent("a", 2), sent("b", 1), came("a"), refunded(2), refunded(1, false)],
      2,
    ],
    [
      "one that came back, while the buyer keeps a refunded one",
      2,
      [sent("a", 1), sent("b", 1), refunded(1, false), came("b"), refunded(1)],
      1,
    ],
    [
      "one that came back before the refund of one that the buyer keeps",
      2,
      [sent("a", 1), sent("b", 1), came("b"), refunded(1, false), refunded(1)],
      1,
    ],
    [
      "one of three that came back, while the buyer keeps one of another parcel",
      3,
      [sent("a", 2), sent("b", 1), refunded(1, false), came("b"), refunded(1)],
      1,
    ],
    [
      "both, if the one that the buyer kept comes back after all",
      2,
      [sent("a", 1), sent("b", 1), refunded(1, false), came("b"), refunded(1), came("a")],
      2,
    ],
    [
      "the good one of two that came back, then refunded",
      2,
      [sent("a", 2), came("a", 1), refunded(1)],
      1,
    ],
    [
      "the good one of two, refunded before both came back",
      2,
      [sent("a", 2), refunded(1), came("a", 1)],
      1,
    ],
    [
      "not a damaged one that was refunded before both came back",
      2,
      [sent("a", 2), refunded(1, false), came("a", 1), refunded(1)],
      1,
    ],
    [
      "a damaged one, too, if its refund puts it back",
      2,
      [sent("a", 2), came("a", 1), refunded(2)],
      2,
    ],
    ["an unsent one that is owed again", 2, [refunded(1), sent("a", 1), came("a", 0)], 1, 1],
    [
      "an unsent one whose place is taken by one of two that came back",
      4,
      [refunded(2), sent("a", 2), came("a", 1)],
      2,
      1,
    ],
    [
      "none, once the owed one is packed",
      2,
      [refunded(1), sent("a", 1), came("a", 0), packed("b", 1)],
      0,
    ],
    [
      "none, although it was unpacked",
      2,
      [refunded(1), sent("a", 1), came("a", 0), packed("b", 1), unpacked("b")],
      0,
    ],
    [
      "an owed one, if another one was packed",
      3,
      [refunded(1), sent("a", 1), came("a", 0), packed("b", 1)],
      1,
      1,
    ],
    [
      "an owed one that is refunded once more",
      3,
      [refunded(1), sent("a", 1), came("a", 0), refunded(1), sent("b", 1)],
      1,
    ],
    [
      "the buyer's unit that was refunded while the other one was packed",
      2,
      [sent("a", 1), packed("b", 1), refunded(1), unpacked("b"), came("a", 0)],
      1,
    ],
  ])("%s", ([, quantity, events, back, owed = 0]) => {
    expect(unitsBack(quantity, events.flat())).toEqual({ back, owed });
  });
});

type Step = { kind: "send" | "return" | "refund"; pick: number; restock: boolean; good: number };

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("send", "return", "refund"),
  pick: fc.nat(5),
  restock: fc.boolean(),
  good: fc.nat(4),
});

test("in any history, units that the buyer has are not in stock, and owed ones are known", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.array(step, { maxLength: 12 }),
      (quantity, steps) => {
        const events: UnitEvent[] = [];
        const out = new Map<string, number>();
        const item = { quantity, fulfilled: 0, returned: 0, refunded: 0 };
        let before = { back: 0, owed: 0 };
        for (const { kind, pick, restock, good } of steps) {
          let taken = 0;
          if (kind === "send") {
            const units = Math.min(pick, unitsToShip(item));
            if (units === 0) continue;
            const shipmentId = `s${events.length}`;
            out.set(shipmentId, units);
            item.fulfilled += units;
            const free = unitsToShip(item) + units - before.owed;
            taken = Math.max(0, units - free);
            events.push(...sent(shipmentId, units));
          } else if (kind === "return") {
            const [shipmentId, units] = [...out][pick] ?? ["", 0];
            if (units === 0) continue;
            out.delete(shipmentId);
            item.returned += units;
            events.push(came(shipmentId, good));
          } else {
            const units = Math.min(pick, quantity - item.refunded);
            if (units === 0) continue;
            item.refunded += units;
            events.push(refunded(units, restock));
          }
          const now = unitsBack(quantity, events);
          const most = Math.max(item.returned, item.refunded);
          expect(now.back).toBeLessThanOrEqual(most);
          expect(now.owed).toBeLessThanOrEqual(unitsToShip(item));
          expect(now.back - now.owed).toBeLessThanOrEqual(quantity - unitsToShip(item));
          // Units stay in stock whatever happens later, until the order needs them for a parcel.
          expect(now.back).toBeGreaterThanOrEqual(before.back - taken);
          expect(kind === "send" ? now.back : before.back - taken).toBe(before.back - taken);
          const restocked = events.map((event) => {
            if (event.kind === "returned") return came(event.shipmentId);
            return event.kind === "refunded" ? refunded(event.units) : event;
          });
          expect(unitsBack(quantity, restocked)).toEqual({ back: most, owed: 0 });
          before = now;
        }
      },
    ),
    { numRuns: 2000 },
  );
});
