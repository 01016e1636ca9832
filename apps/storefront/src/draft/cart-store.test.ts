import type { CartItem } from "@vetrina/commerce/cart";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const key = "vetrina:shop:cart";
let stored: Map<string, string>;
let onStorage: ((event: Partial<StorageEvent>) => void)[];
let reduced: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  stored = new Map();
  onStorage = [];
  reduced = false;
  const localStorage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
  };
  vi.stubGlobal("localStorage", localStorage);
  vi.stubGlobal("matchMedia", () => ({ matches: reduced }));
  vi.stubGlobal("window", {
    addEventListener: (_: string, listener: (typeof onStorage)[number]) => onStorage.push(listener),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open() {
  const { cartStoreOf } = await import("./cart-store.ts");
  return cartStoreOf("shop");
}

function line(name: string, quantity = 1, more: Partial<CartItem> = {}): CartItem {
  const ids = { productId: name, variantId: `${name}-m` };
  return { id: `${name}-${name}-m`, name, price: 10, quantity, ...ids, ...more };
}

function inStorage(): [string, number][] {
  const lines = JSON.parse(stored.get(key) ?? "[]") as CartItem[];
  return lines.map(({ name, quantity }) => [name, quantity]);
}

/** Simulates the browser's reaction after another tab has written to storage. */
function otherTabWrites(lines: CartItem[], over: string | null = stored.get(key) ?? null) {
  const newValue = JSON.stringify(lines);
  stored.set(key, newValue);
  for (const listener of onStorage)
    listener({ key, oldValue: over, newValue, storageArea: localStorage });
}

test("an added line is stored immediately, and the drawer opens after 800 ms plus 200 ms", async () => {
  const cart = await open();
  expect(cart.add(line("coat"))).toBeUndefined();
  expect(inStorage()).toEqual([["coat", 1]]);
  expect(cart.getSnapshot()).toMatchObject({ isAdding: true, isLoading: true, isOpen: false });
  vi.advanceTimersByTime(800);
  expect(cart.getSnapshot()).toMatchObject({ isAdding: false, isLoading: false, isOpen: false });
  vi.advanceTimersByTime(200);
  expect(cart.getSnapshot().isOpen).toBe(true);
});

test("with reduced motion there are no delays", async () => {
  reduced = true;
  const cart = await open();
  cart.add(line("coat"));
  vi.advanceTimersByTime(1);
  expect(cart.getSnapshot().isOpen).toBe(true);
});

test("adding beyond the maximum is rejected and changes nothing", async () => {
  const cart = await open();
  cart.add(line("coat", 2, { maxQuantity: 2 }));
  const before = cart.getSnapshot();
  expect(cart.add(line("coat", 1, { maxQuantity: 2 }))).toEqual({ reason: "quantity", maximum: 2 });
  expect(cart.getSnapshot()).toBe(before);
});

test("a restored line returns to its position", async () => {
  stored.set(key, JSON.stringify([line("coat"), line("dress"), line("knit")]));
  const cart = await open();
  cart.remove(line("dress"));
  expect(cart.getSnapshot().removed).toMatchObject({ items: [{ name: "dress" }], index: 1 });
  cart.undo();
  expect(inStorage().map(([name]) => name)).toEqual(["coat", "dress", "knit"]);
  expect(cart.getSnapshot().removed).toBeNull();
});

test("Undo is still offered once the server's data on the other lines has changed", async () => {
  const cart = await open();
  cart.add(line("coat", 1, { maxQuantity: 5 }));
  cart.add(line("dress"));
  cart.remove(line("dress"));
  const { learnFacts } = await import("../cart/learn-facts.ts");
  learnFacts("shop", [{ line: line("coat"), maxQuantity: 4, price: 10 }]);
  cart.undo();
  expect(inStorage()).toEqual([
    ["coat", 1],
    ["dress", 1],
  ]);
});

test("a cleared cart returns with its lines, quantities and order", async () => {
  const lines = [line("coat", 2), line("dress"), line("knit", 3)];
  stored.set(key, JSON.stringify(lines));
  const cart = await open();
  cart.clear();
  expect(inStorage()).toEqual([]);
  cart.undo();
  expect(inStorage()).toEqual([
    ["coat", 2],
    ["dress", 1],
    ["knit", 3],
  ]);
  expect(cart.getSnapshot().removed).toBeNull();
});

test("Undo keeps what another tab has added since the cart was cleared", async () => {
  stored.set(key, JSON.stringify([line("coat"), line("dress")]));
  const cart = await open();
  cart.clear();
  otherTabWrites([line("hat"), line("dress", 4)]);
  cart.undo();
  expect(
    inStorage()
      .map(([name, quantity]) => `${name} ${quantity}`)
      .toSorted(),
  ).toEqual(["coat 1", "dress 4", "hat 1"]);
});

test("what was paid for after the cart was cleared can't be restored", async () => {
  const cart = await open();
  cart.add(line("coat"));
  cart.add(line("dress"));
  const instances = cart.getSnapshot().items.map(({ instance }) => instance ?? 0);
  cart.clear();
  cart.takeOut([line("coat")], instances.slice(0, 1));
  cart.undo();
  expect(inStorage()).toEqual([]);
});

test("applies changes that another tab has written", async () => {
  const cart = await open();
  cart.add(line("coat"));
  otherTabWrites([line("coat", 3)]);
  expect(cart.getSnapshot().items).toMatchObject([{ name: "coat", quantity: 3 }]);
});

test("keeps an added line if another tab wrote without having seen it", async () => {
  stored.set(key, JSON.stringify([line("coat")]));
  const before = stored.get(key) ?? null;
  const cart = await open();
  cart.add(line("dress"));
  otherTabWrites([line("coat"), line("knit")], before);
  expect(new Map(inStorage())).toEqual(
    new Map([
      ["coat", 1],
      ["knit", 1],
      ["dress", 1],
    ]),
  );
});

test("two tabs that merge the same changes get the same result and count nothing twice", async () => {
  const cart = await open();
  cart.add(line("dress"));
  otherTabWrites([line("knit")], null);
  otherTabWrites([line("dress"), line("knit")], JSON.stringify([line("knit")]));
  expect(new Map(inStorage())).toEqual(
    new Map([
      ["dress", 1],
      ["knit", 1],
    ]),
  );
});

test("a click sees another tab's changes before the storage event arrives", async () => {
  const cart = await open();
  stored.set(key, JSON.stringify([line("knit")]));
  cart.add(line("coat"));
  expect(inStorage()).toEqual([
    ["knit", 1],
    ["coat", 1],
  ]);
});

test("clearing the browser's storage empties the cart", async () => {
  stored.set(key, JSON.stringify([line("coat")]));
  const cart = await open();
  stored.clear();
  for (const listener of onStorage)
    listener({ key: null, oldValue: null, newValue: null, storageArea: localStorage });
  expect(cart.getSnapshot().items).toEqual([]);
});

test("the server's data reduces quantities and updates prices; sold-out lines stay", async () => {
  stored.set(key, JSON.stringify([line("coat", 5), line("dress", 2)]));
  const cart = await open();
  const { learnFacts } = await import("../cart/learn-facts.ts");
  learnFacts("shop", [
    { line: line("coat"), maxQuantity: 2, price: 12 },
    { line: line("dress"), maxQuantity: 0, price: 10 },
  ]);
  expect(cart.getSnapshot().items).toMatchObject([
    { quantity: 2, price: 12, maxQuantity: 2 },
    { quantity: 2, price: 10 },
  ]);
});

test("only units that were paid for leave the cart", async () => {
  stored.set(key, JSON.stringify([line("coat", 3), line("dress")]));
  const cart = await open();
  cart.takeOut([line("coat", 1), line("dress", 1)], [0]);
  expect(inStorage()).toEqual([["coat", 2]]);
});

test("units added to a line keep its instance; a line that is added again gets another", async () => {
  const cart = await open();
  const instance = () => cart.getSnapshot().items[0]?.instance;
  cart.add(line("coat"));
  const first = instance();
  expect(first).toEqual(expect.any(Number));
  cart.add(line("coat"));
  expect(instance()).toBe(first);
  cart.remove(line("coat"));
  cart.undo();
  expect(instance()).toBe(first);
  cart.remove(line("coat"));
  cart.add(line("coat"));
  expect(instance()).not.toBe(first);
  cart.takeOut([line("coat")], [first ?? 0]);
  expect(inStorage()).toEqual([["coat", 1]]);
});

test("without storage, the cart is kept for as long as the tab is open", async () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("denied");
    },
    setItem: () => {
      throw new Error("denied");
    },
  });
  const cart = await open();
  cart.add(line("coat"));
  cart.add(line("dress"));
  expect(cart.getSnapshot().items).toHaveLength(2);
});

describe("while the storage is full", () => {
  test("changes are kept, and stored once there is room", async () => {
    stored.set(key, JSON.stringify([line("coat")]));
    const cart = await open();
    const storage = localStorage;
    vi.stubGlobal("localStorage", fullStorage());
    cart.add(line("dress"));
    cart.setQuantity(line("coat"), 2);
    expect(cart.getSnapshot().items).toMatchObject([{ quantity: 2 }, { name: "dress" }]);
    expect(inStorage()).toEqual([["coat", 1]]);
    vi.stubGlobal("localStorage", storage);
    cart.setQuantity(line("dress"), 3);
    expect(inStorage()).toEqual([
      ["coat", 2],
      ["dress", 3],
    ]);
  });

  test("changes are merged with another tab's", async () => {
    stored.set(key, JSON.stringify([line("coat")]));
    const cart = await open();
    vi.stubGlobal("localStorage", fullStorage());
    cart.add(line("dress"));
    otherTabWrites([line("coat"), line("hat")]);
    expect(cart.getSnapshot().items.map(({ name }) => name)).toEqual(["coat", "hat", "dress"]);
  });
});

/** The storage as it is now, without room for more. */
function fullStorage() {
  return {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
}
