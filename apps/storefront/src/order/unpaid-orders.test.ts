import type { CartItem } from "@vetrina/commerce/cart";
import { errorOf } from "@vetrina/client/api-error";
import type { OrderItem, OrderWithItems } from "@vetrina/contract/orders/orders";
import { beforeEach, describe, expect, test, vi } from "vitest";

const getOrderWithItems = vi.hoisted(() => vi.fn<() => Promise<never>>());
vi.mock("./count-order.ts", () => ({ countOrder() {} }));
vi.mock("../lib/api.ts", () => ({
  browserApi: () => Promise.resolve({ orders: { getOrderWithItems } }),
}));

const cartKey = "vetrina:shop:cart";
const ordersKey = "vetrina:shop:unpaid-orders";
let stored: Map<string, string>;

beforeEach(() => {
  vi.resetModules();
  stored = new Map();
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  };
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("sessionStorage", storage);
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("window", { addEventListener: () => {} });
  return () => vi.unstubAllGlobals();
});

async function open() {
  const [orders, { cartStoreOf }] = await Promise.all([
    import("./unpaid-orders.ts"),
    import("../draft/cart-store.ts"),
  ]);
  return { ...orders, cart: cartStoreOf("shop") };
}

const beanie: CartItem = {
  id: "",
  name: "Beanie",
  productId: "p",
  variantId: "v",
  price: 10,
  quantity: 1,
};

/** A paid order for one beanie. */
function paid(id: string) {
  return { id, storeId: "s", total: 10, items: [beanie as unknown as OrderItem] };
}

test("a paid order takes only the lines out of the cart for which it was placed", async () => {
  const { cart, rememberUnpaid, concludeOrder, unpaidOrders } = await open();
  cart.add(beanie);
  for (const id of ["first", "second"]) rememberUnpaid("shop", id, cart.getSnapshot().items, "");
  concludeOrder("shop", paid("second"));
  expect(cart.getSnapshot().items).toEqual([]);
  cart.add(beanie);
  concludeOrder("shop", paid("first"));
  expect(cart.getSnapshot().items).toMatchObject([{ name: "Beanie", quantity: 1 }]);
  expect(unpaidOrders("shop")).toEqual([]);
});

test("an order that is resumed with the item added again takes that one out", async () => {
  const { cart, rememberUnpaid, concludeOrder } = await open();
  cart.add(beanie);
  rememberUnpaid("shop", "order", cart.getSnapshot().items, "");
  cart.clear();
  cart.add(beanie);
  rememberUnpaid("shop", "order", cart.getSnapshot().items, "");
  concludeOrder("shop", paid("order"));
  expect(cart.getSnapshot().items).toEqual([]);
});

test("an order of Buy Now leaves the cart as it is", async () => {
  const { cart, rememberUnpaid, concludeOrder, unpaidOrders } = await open();
  cart.add(beanie);
  rememberUnpaid("shop", "order", [], "");
  expect(unpaidOrders("shop")).toEqual(["order"]);
  concludeOrder("shop", paid("order"));
  expect(cart.getSnapshot().items).toHaveLength(1);
});

test("a paid order ends the cart's code only if the order was placed with it", async () => {
  const { rememberUnpaid, concludeOrder } = await open();
  const { readDiscountCode, setDiscountCode } = await import("../draft/discount-code.ts");
  setDiscountCode("shop", "TEN");
  rememberUnpaid("shop", "first", [], "TEN");
  rememberUnpaid("shop", "second", [], "TEN");
  // An order that is resumed keeps the code with which it was placed.
  rememberUnpaid("shop", "second", [], "FIVE");
  concludeOrder("shop", paid("first"));
  expect(readDiscountCode("shop")).toBe("");
  setDiscountCode("shop", "FIVE");
  concludeOrder("shop", paid("second"));
  expect(readDiscountCode("shop")).toBe("FIVE");
  setDiscountCode("shop", "TEN");
  // The page of a paid order may be opened again.
  concludeOrder("shop", paid("first"));
  expect(readDiscountCode("shop")).toBe("TEN");
});

test("cart and records of an earlier version still fit", async () => {
  stored.set(cartKey, JSON.stringify([beanie]));
  stored.set(ordersKey, JSON.stringify(["order", 7, null, { id: "damaged" }]));
  const { cart, concludeOrder, unpaidOrders } = await open();
  expect(unpaidOrders("shop")).toEqual(["order"]);
  concludeOrder("shop", paid("order"));
  expect(cart.getSnapshot().items).toEqual([]);
});

test.each([
  ["PENDING", "2999-01-01T00:00:00.000Z", true],
  ["PENDING", "2001-01-01T00:00:00.000Z", false],
  // A partly paid order holds its units without a time limit.
  ["PENDING", null, true],
  ["CANCELLED", null, false],
  ["PAID", null, false],
] as const)("an order that is %s until %s can be paid: %s", async (status, expiresAt, can) => {
  const { isOpen } = await open();
  expect(isOpen({ status, expiresAt })).toBe(can);
});

describe("an unpaid order that can't be read", () => {
  const known = {
    beingPaid: [{ id: "order" } as OrderWithItems],
    paid: [],
    waiting: [{ id: "order" } as OrderWithItems],
    holding: [{ id: "order" } as OrderWithItems],
    isComplete: true,
  };

  async function readFailing(error: unknown) {
    const { rememberUnpaid, unpaidOrders } = await open();
    const { readUnpaid } = await import("./use-unpaid-orders.ts");
    rememberUnpaid("shop", "order", [], "");
    getOrderWithItems.mockRejectedValue(error);
    return { next: await readUnpaid("shop", known), recorded: unpaidOrders("shop") };
  }

  test.each([403, 404, 410])("is forgotten if the status is %i", async (status) => {
    expect(await readFailing(answer(status))).toEqual({
      next: { beingPaid: [], paid: [], waiting: [], holding: [], isComplete: true },
      recorded: [],
    });
  });

  test.each([
    ["too many calls", answer(429), false],
    ["a slow request", answer(408), false],
    ["a server error", answer(503), false],
    ["a lost connection", new TypeError("Failed to fetch"), false],
    // `isComplete` is true, because reading the order again fails until the shopper signs in.
    ["a missing session and key", answer(401), true],
  ])("stays as it was known because of %s", async (_, error, isComplete) => {
    expect(await readFailing(error)).toEqual({
      next: { ...known, isComplete },
      recorded: ["order"],
    });
  });
});

describe("an unpaid order waits for its payment", () => {
  const later = "2999-01-01T00:00:00.000Z";

  const unread = { beingPaid: [], paid: [], waiting: [], holding: [], isComplete: false };

  async function readAfter(answered: object, underWay?: { isApproved: boolean }) {
    const { rememberUnpaid } = await open();
    const { readUnpaid } = await import("./use-unpaid-orders.ts");
    rememberUnpaid("shop", "order", [], "");
    if (underWay) {
      const { noteUnderWay } = await import("../payment/under-way.ts");
      const rest = { provider: "test", intentId: "i", path: "/", paidPath: "/" };
      noteUnderWay("shop", { orderId: "order", ...rest, ...underWay });
    }
    const order = { id: "order", items: [], paidAt: null, status: "PENDING", paymentState: null };
    getOrderWithItems.mockResolvedValue({ ...order, expiresAt: later, ...answered } as never);
    return readUnpaid("shop", unread);
  }

  async function waitingAfter(...args: Parameters<typeof readAfter>) {
    return (await readAfter(...args)).waiting.map(({ id }) => id);
  }

  test.each([
    ["while it waits", {}, ["order"]],
    ["while it is being paid", { paymentState: "PROCESSING" }, ["order"]],
    ["after its hold has ended, until it is canceled", { expiresAt: "2020-01-01" }, ["order"]],
    ["but not once it is canceled", { status: "CANCELLED" }, []],
  ])("and holds its units %s", async (_, answered, held) => {
    const { holding, isComplete } = await readAfter(answered);
    expect([holding.map(({ id }) => id), isComplete]).toEqual([held, true]);
  });

  test.each([
    ["until its hold ends", {}],
    ["without a limit once it is partly paid", { expiresAt: null }],
    ["after a failed payment", { paymentState: "FAILED" }],
  ])("%s", async (_, answered) => {
    expect(await waitingAfter(answered)).toEqual(["order"]);
  });

  test("after its payment window was closed", async () => {
    expect(await waitingAfter({}, { isApproved: false })).toEqual(["order"]);
  });

  test.each([
    ["is paid", { paidAt: "2026-01-01T00:00:00.000Z", status: "PAID" }],
    ["is canceled", { status: "CANCELLED" }],
    ["has expired", { expiresAt: "2001-01-01T00:00:00.000Z" }],
    ["is being paid", { paymentState: "PROCESSING" }],
  ])("but not if it %s", async (_, answered) => {
    expect(await waitingAfter(answered)).toEqual([]);
  });

  test("but not if the shopper has approved its payment", async () => {
    expect(await waitingAfter({}, { isApproved: true })).toEqual([]);
  });
});

function answer(status: number) {
  return errorOf({ url: "/", status, statusText: "", body: { code: "A_CODE" } });
}
