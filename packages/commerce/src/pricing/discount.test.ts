import { describe, expect, test } from "vitest";
import {
  type Buyer,
  checkDiscount,
  type Discount,
  type DiscountCheck,
  unconditional,
} from "./discount.ts";
import { discountMessage } from "./discount-message.ts";

const now = new Date("2026-11-20T12:00:00Z");
const before = new Date(now.getTime() - 1);
const after = new Date(now.getTime() + 1);
const covered = { subtotal: 5_000, units: 3 };

function code(changes: Partial<Discount> = {}): Discount {
  return {
    ...unconditional,
    id: "d",
    code: "WELCOME10",
    title: "Welcome",
    type: "PERCENTAGE",
    value: 1_000,
    ...changes,
  };
}

function customer(changes: Partial<Exclude<Buyer, string>> = {}): Buyer {
  return { tags: [], hasOrdered: false, uses: new Map(), ...changes };
}

describe("a discount applies", () => {
  test.each<[string, Partial<Discount>, Buyer?]>([
    ["without limits", {}],
    ["from the moment it starts", { startsAt: now }],
    ["until the moment it ends", { endsAt: after }],
    ["for its last use", { usageLimit: 5, used: 4 }],
    ["at its minimum subtotal", { minimumSubtotal: 5_000 }],
    ["at its maximum subtotal", { maximumSubtotal: 5_000 }],
    ["at its minimum quantity", { minimumQuantity: 3 }],
    ["at its lowest tier", { tiers: [{ quantity: 3, value: 500 }] }],
    ["to a first order", { firstOrderOnly: true }, customer()],
    ["to a first order of an unknown customer", { firstOrderOnly: true }, "unknown"],
    ["to a customer with a tag", { customerTags: ["press", "vip"] }, customer({ tags: ["vip"] })],
    [
      "for the customer's last use",
      { usesPerCustomer: 2 },
      customer({ uses: new Map([["d", 1]]) }),
    ],
  ])("%s", (_, changes, buyer = "none") => {
    expect(checkDiscount(code(changes), { coveredOf: () => covered, buyer, now })).toEqual({
      ok: true,
    });
  });
});

describe("a discount is refused", () => {
  test.each<[string, Partial<Discount>, string, Buyer?]>([
    ["inactive", { active: false }, "The code WELCOME10 is not valid."],
    ["not-started", { startsAt: after }, "The code WELCOME10 is not valid yet."],
    ["expired", { endsAt: now }, "The code WELCOME10 has expired."],
    ["expired", { endsAt: before }, "The code WELCOME10 has expired."],
    ["used-up", { usageLimit: 5, used: 5 }, "The code WELCOME10 has been used up."],
    [
      "customer",
      { customerTags: ["vip"] },
      "The code WELCOME10 can't be used for this order.",
      customer({ tags: ["press"] }),
    ],
    [
      "customer",
      { customerTags: ["vip"] },
      "The code WELCOME10 can't be used for this order.",
      "unknown",
    ],
    [
      "customer",
      { firstOrderOnly: true },
      "The code WELCOME10 can't be used for this order.",
      customer({ hasOrdered: true }),
    ],
    [
      "customer",
      { firstOrderOnly: true },
      "The code WELCOME10 can't be used for this order.",
      "none",
    ],
    [
      "customer",
      { usesPerCustomer: 1 },
      "The code WELCOME10 can't be used for this order.",
      customer({ uses: new Map([["d", 1]]) }),
    ],
    ["minimum", { minimumSubtotal: 5_001 }, "Add $0.01 more to use the code WELCOME10."],
    [
      "maximum",
      { maximumSubtotal: 4_999 },
      "The code WELCOME10 can only be used for smaller orders.",
    ],
    ["minimum-quantity", { minimumQuantity: 5 }, "Add 2 more items to use the code WELCOME10."],
    [
      "minimum-quantity",
      { tiers: [{ quantity: 4, value: 500 }] },
      "Add 1 more item to use the code WELCOME10.",
    ],
  ])("as %s", (reason, changes, message, buyer = customer()) => {
    const discount = code(changes);
    const check = checkDiscount(discount, { coveredOf: () => covered, buyer, now });
    expect(check).toMatchObject({ ok: false, reason });
    expect(textOf(check, discount)).toBe(message);
  });

  test("if it covers nothing", () => {
    const nothing = { subtotal: 0, units: 0 };
    const check = checkDiscount(code(), { coveredOf: () => nothing, buyer: "none", now });
    expect(check).toEqual({ ok: false, reason: "products" });
    expect(textOf(check, code())).toBe(
      "The code WELCOME10 doesn't apply to the items in your cart.",
    );
  });

  test("with the same message if it is unknown or inactive", () => {
    expect(textOf({ ok: false, reason: "unknown" }, null)).toBe(
      textOf({ ok: false, reason: "inactive" }, code({ active: false })),
    );
  });
});

test.each<[Partial<Discount>, string]>([
  [{}, "WELCOME10 takes 10% off."],
  [{ value: 1_250 }, "WELCOME10 takes 12.5% off."],
  [{ type: "FIXED_AMOUNT", value: 2_000 }, "WELCOME10 takes $20.00 off."],
  [{ type: "FREE_SHIPPING", value: 0 }, "WELCOME10 makes shipping free."],
  [
    {
      tiers: [
        { quantity: 2, value: 500 },
        { quantity: 4, value: 1_500 },
      ],
    },
    "WELCOME10 takes up to 15% off.",
  ],
  [
    { value: 10_000, give: { buy: 2, get: 1, scope: null, times: null } },
    "WELCOME10: buy 2, get 1 with 100% off.",
  ],
])("%j is described as %s", (changes, message) => {
  expect(textOf({ ok: true }, code(changes))).toBe(message);
});

function textOf(check: DiscountCheck, discount: Discount | null): string {
  const about = { code: "WELCOME10", discount, currency: "USD", locale: "en-US" };
  return discountMessage(check, about);
}
