import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkDiscount, type Discount, discountAmount, discountMessage } from "./discounts.ts";

const now = new Date("2026-11-20T12:00:00Z");
const before = new Date(now.getTime() - 1);
const after = new Date(now.getTime() + 1);

function code(changes: Partial<Discount> = {}): Discount {
  return {
    code: "WELCOME10",
    type: "PERCENTAGE",
    value: 1_000,
    minimumSubtotal: null,
    startsAt: null,
    endsAt: null,
    usageLimit: null,
    used: 0,
    active: true,
    ...changes,
  };
}

describe("a code applies", () => {
  test.each<[string, Partial<Discount>]>([
    ["without limits", {}],
    ["from the moment it starts", { startsAt: now }],
    ["until the moment it ends", { endsAt: after }],
    ["for its last use", { usageLimit: 5, used: 4 }],
    ["at its minimum subtotal", { minimumSubtotal: 5_000 }],
  ])("%s", (_, changes) => {
    expect(checkDiscount(code(changes), { subtotal: 5_000, now })).toEqual({ ok: true });
  });
});

describe("a code is refused", () => {
  test.each<[string, Discount | null, string]>([
    ["unknown", null, "The code WELCOME10 is not valid."],
    ["inactive", code({ active: false }), "The code WELCOME10 is not valid."],
    ["not-started", code({ startsAt: after }), "The code WELCOME10 is not valid yet."],
    ["expired", code({ endsAt: now }), "The code WELCOME10 has expired."],
    ["expired", code({ endsAt: before }), "The code WELCOME10 has expired."],
    ["used-up", code({ usageLimit: 5, used: 5 }), "The code WELCOME10 has been used up."],
    ["used-up", code({ usageLimit: 0 }), "The code WELCOME10 has been used up."],
    ["minimum", code({ minimumSubtotal: 5_001 }), "Add $0.01 more to use the code WELCOME10."],
  ])("as %s", (reason, discount, message) => {
    const check = checkDiscount(discount, { subtotal: 5_000, now });
    expect(check).toMatchObject({ ok: false, reason });
    const about = { code: "WELCOME10", discount, currency: "USD", locale: "en-US" };
    expect(discountMessage(check, about)).toBe(message);
  });

  test("with the amount missing to the minimum", () => {
    const check = checkDiscount(code({ minimumSubtotal: 7_500 }), { subtotal: 5_000, now });
    expect(check).toEqual({ ok: false, reason: "minimum", missing: 2_500 });
  });
});

test.each<[Partial<Discount>, number, number, string]>([
  [{}, 9_995, 1_000, "WELCOME10 takes 10% off."],
  [{}, 9_994, 999, "WELCOME10 takes 10% off."],
  [{ value: 1_250 }, 10_000, 1_250, "WELCOME10 takes 12.5% off."],
  [{ value: 10_000 }, 4_321, 4_321, "WELCOME10 takes 100% off."],
  [{ value: 20_000 }, 4_321, 4_321, "WELCOME10 takes 200% off."],
  [{ type: "FIXED_AMOUNT", value: 2_000 }, 10_000, 2_000, "WELCOME10 takes $20.00 off."],
  [{ type: "FIXED_AMOUNT", value: 2_000 }, 1_500, 1_500, "WELCOME10 takes $20.00 off."],
  [{ type: "FREE_SHIPPING", value: 0 }, 10_000, 0, "WELCOME10 makes shipping free."],
])("%j of %i takes off %i", (changes, subtotal, amount, message) => {
  const discount = code(changes);
  expect(discountAmount(discount, subtotal)).toBe(amount);
  const about = { code: "welcome10", discount, currency: "USD", locale: "en-US" };
  expect(discountMessage({ ok: true }, about)).toBe(message);
});

test("never takes off more than the subtotal or less than nothing", () => {
  const type = fc.constantFrom("PERCENTAGE" as const, "FIXED_AMOUNT" as const);
  fc.assert(
    fc.property(type, fc.nat(30_000), fc.nat(10_000_000), (type, value, subtotal) => {
      const amount = discountAmount(code({ type, value }), subtotal);
      expect(Number.isSafeInteger(amount) && amount >= 0 && amount <= subtotal).toBe(true);
    }),
  );
});
