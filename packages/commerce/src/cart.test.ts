import { describe, expect, test } from "vitest";
import {
  addToCart,
  badgeText,
  buyableLines,
  type CartItem,
  cartLineId,
  cartReducer,
  type CartState,
  countItems,
  emptyCart,
  mergeCarts,
  parseStoredCart,
  toLineInput,
} from "./cart.ts";

function item(changes: Partial<CartItem> = {}): CartItem {
  const ids = { productId: "p1", variantId: "v1" };
  const line = { ...ids, name: "Linen shirt", price: 49.9, quantity: 1, ...changes };
  return { id: cartLineId(line), ...line };
}

function cartOf(...items: CartItem[]): CartState {
  return cartReducer(emptyCart, { type: "load", items });
}

const quantities = (items: readonly CartItem[]) =>
  Object.fromEntries(items.map(({ id, quantity }) => [id, quantity]));

describe("the key in storage", () => {
  test.each([
    [{ productId: "P1", variantId: "V 1", name: "Shirt" }, "p1-v-1"],
    [
      { productId: "P1", name: "Linen  Shirt", color: "Off White", size: "M" },
      "linen-shirt-off-white-m",
    ],
    [{ name: "Linen Shirt", color: "Navy" }, "linen-shirt-navy-default"],
    [{ variantId: "V1", name: "Shirt", color: null, size: "" }, "shirt-default"],
  ])("of %j is %s", (line, id) => {
    expect(cartLineId(line)).toBe(id);
  });
});

describe("adding", () => {
  test("adds a new line at the end and adds to an existing one", () => {
    const { state } = addToCart(cartOf(item()), item({ variantId: "v2", quantity: 2 }));
    expect(quantities(state.items)).toEqual({ "p1-v1": 1, "p1-v2": 2 });
    const joined = addToCart(state, item({ quantity: 3 })).state;
    expect(quantities(joined.items)).toEqual({ "p1-v1": 4, "p1-v2": 2 });
  });

  test("identifies a line by its exact ids, not by the storage key they share", () => {
    const { state } = addToCart(cartOf(item()), item({ productId: "P1" }));
    expect(state.items.map(({ id, quantity }) => [id, quantity])).toEqual([
      ["p1-v1", 1],
      ["p1-v1", 1],
    ]);
    const removed = cartReducer(state, { type: "remove", line: item() });
    expect(removed.items.map(({ productId }) => productId)).toEqual(["P1"]);
  });

  test.each([
    [item({ quantity: 3, maxQuantity: 5 }), item({ quantity: 3, maxQuantity: 5 }), 5],
    [item({ quantity: 3, maxQuantity: 5 }), item({ quantity: 3 }), 5],
    [item({ quantity: 3, maxQuantity: 9 }), item({ quantity: 2, maxQuantity: 4 }), 4],
    [item({ quantity: 999 }), item(), 999],
    [item({ quantity: 999, maxQuantity: 5000 }), item({ maxQuantity: 5000 }), 999],
    [item({ variantId: "v2" }), item({ maxQuantity: 0 }), 0],
    [item({ variantId: "v2" }), item({ quantity: Number.POSITIVE_INFINITY }), 999],
  ])("adding beyond the maximum is rejected and changes nothing (%#)", (known, added, maximum) => {
    const before = cartOf(known);
    const { state, refused } = addToCart(before, added);
    expect(refused).toEqual({ reason: "quantity", maximum });
    expect(state).toBe(before);
  });

  test("adding up to the maximum is accepted", () => {
    const { state, refused } = addToCart(
      cartOf(item({ quantity: 3, maxQuantity: 5 })),
      item({ quantity: 2 }),
    );
    expect(refused).toBeUndefined();
    expect(state.items).toEqual([item({ quantity: 5, maxQuantity: 5 })]);
  });

  test("takes over the newer price and image of a line", () => {
    const { state } = addToCart(cartOf(item()), item({ price: 39.9, image: "/new.webp" }));
    expect(state.items).toEqual([item({ price: 39.9, image: "/new.webp", quantity: 2 })]);
  });

  test("a 101st line is rejected", () => {
    const lines = Array.from({ length: 100 }, (_, n) => item({ variantId: `v${n}` }));
    const full = cartOf(...lines);
    expect(addToCart(full, item({ variantId: "v100" }))).toEqual({
      state: full,
      refused: { reason: "lines", maximum: 100 },
    });
    expect(countItems(addToCart(full, item({ variantId: "v99" })).state.items)).toBe(101);
  });
});

describe("changing", () => {
  const state = cartOf(item({ quantity: 2, maxQuantity: 5 }), item({ variantId: "v2" }));

  test.each([
    [3, { "p1-v1": 3, "p1-v2": 1 }],
    [5, { "p1-v1": 5, "p1-v2": 1 }],
    [6, { "p1-v1": 5, "p1-v2": 1 }],
    [Number.POSITIVE_INFINITY, { "p1-v1": 5, "p1-v2": 1 }],
    [2.7, { "p1-v1": 2, "p1-v2": 1 }],
    [0.5, { "p1-v1": 1, "p1-v2": 1 }],
    [0, { "p1-v2": 1 }],
    [-3, { "p1-v2": 1 }],
    [Number.NaN, { "p1-v1": 2, "p1-v2": 1 }],
  ])("setting the quantity to %d gives %j", (quantity, expected) => {
    const next = cartReducer(state, { type: "update-quantity", line: item(), quantity });
    expect(quantities(next.items)).toEqual(expected);
  });

  test("an unknown line changes nothing", () => {
    const line = item({ variantId: "v3" });
    expect(cartReducer(state, { type: "update-quantity", line, quantity: 1 })).toBe(state);
    expect(cartReducer(state, { type: "remove", line })).toBe(state);
  });

  test("a removal can be undone once and returns to its position", () => {
    const [first] = state.items;
    const removed = cartReducer(state, { type: "remove", line: item() });
    const undo = { type: "restore", items: [first ?? item()], index: 0 } as const;
    const restored = cartReducer(removed, undo);
    expect(restored).toEqual(state);
    expect(cartReducer(restored, undo)).toBe(restored);
  });

  test("undoing after the line was added again keeps the greater quantity", () => {
    const removed = cartReducer(state, { type: "remove", line: item() });
    const again = addToCart(removed, item()).state;
    const undo = { type: "restore", items: [item({ quantity: 2 })], index: 0 } as const;
    expect(countItems(cartReducer(again, undo).items)).toBe(3);
  });

  test("loading caps quantities, merges duplicates and ends the initial loading", () => {
    expect(emptyCart.isLoading).toBe(true);
    const twins = [item({ quantity: 4, maxQuantity: 5 }), item({ quantity: 4, maxQuantity: 5 })];
    const loaded = cartOf(...twins, item({ variantId: "v2", quantity: 0 }));
    expect(loaded).toEqual({
      items: [item({ quantity: 5, maxQuantity: 5 })],
      isOpen: false,
      isLoading: false,
    });
  });

  test("a sold-out line stays with one unit, to be shown", () => {
    expect(cartOf(item({ quantity: 4, maxQuantity: 0 })).items[0]?.quantity).toBe(1);
  });

  test("clear can be undone", () => {
    const cleared = cartReducer(state, { type: "clear" });
    expect(cleared.items).toEqual([]);
    const undo = { type: "restore", items: state.items, index: 0 } as const;
    expect(cartReducer(cleared, undo)).toEqual(state);
  });

  test("open and close", () => {
    const open = cartReducer(state, { type: "open" });
    expect(open.isOpen).toBe(true);
    expect(cartReducer(open, { type: "open" })).toBe(open);
    expect(cartReducer(open, { type: "close" })).toEqual(state);
    expect(cartReducer(state, { type: "close" })).toBe(state);
  });
});

describe("two tabs", () => {
  const base = [item({ quantity: 2 }), item({ variantId: "v2" })];
  const [first = item(), second = item()] = base;
  const third = item({ variantId: "v3", quantity: 3 });

  test("keep the changes of both", () => {
    const mine = [{ ...first, quantity: 3 }, second, third];
    const theirs = [{ ...first, quantity: 5 }];
    expect(quantities(mergeCarts(mine, theirs, base))).toEqual({ "p1-v1": 6, "p1-v3": 3 });
  });

  test("cap quantities at the maximum", () => {
    const capped = item({ quantity: 4, maxQuantity: 5 });
    expect(mergeCarts([capped], [capped], [])[0]?.quantity).toBe(5);
  });
});

test.each([
  [0, "0"],
  [99, "99"],
  [100, "99+"],
  [99_900, "99+"],
])("a badge of %i reads %s", (count, text) => {
  expect(badgeText(count)).toBe(text);
});

test("a line without both ids is shown, but can't be bought", () => {
  const anonymous = item({ productId: undefined, color: "Navy" });
  const state = cartOf(anonymous, item());
  expect(state.items).toHaveLength(2);
  expect(buyableLines(state.items).map(toLineInput)).toEqual([
    { id: "p1-v1", productId: "p1", variantId: "v1", name: "Linen shirt", quantity: 1 },
  ]);
  expect(cartReducer(state, { type: "remove", line: anonymous }).items).toEqual([item()]);
});

describe("storage", () => {
  const whole = item({
    category: "Tops",
    variant: "Navy / M",
    image: "/media/shirt/640.webp",
    color: "Navy",
    size: "M",
    originalPrice: 59.9,
    link: "linen-shirt",
    quantity: 2,
    maxQuantity: 7,
  });

  test.each<[string, string | null, CartItem[]]>([
    ["nothing", null, []],
    ["an empty text", "", []],
    ["no JSON", "{items:", []],
    ["a number", "42", []],
    ["null", "null", []],
    ["lines", JSON.stringify([whole]), [whole]],
    ["a whole state", JSON.stringify({ items: [whole], isOpen: true }), [whole]],
    [
      "invalid values among lines",
      JSON.stringify([null, 1, "x", [], {}, whole, { name: "x" }]),
      [whole],
    ],
    ["unknown keys", JSON.stringify([{ ...whole, admin: true, id: "other" }]), [whole]],
    ["a price as text", JSON.stringify([{ ...whole, price: "49.9" }]), []],
    ["a negative price", JSON.stringify([{ ...whole, price: -1 }]), []],
    ["a quantity as text", JSON.stringify([{ ...whole, quantity: "2" }]), []],
    ["a quantity of 0", JSON.stringify([{ ...whole, quantity: 0 }]), []],
    ["a fractional quantity", JSON.stringify([{ ...whole, quantity: 2.5 }]), [whole]],
    [
      "a quantity above the maximum",
      JSON.stringify([{ ...whole, quantity: 1e300 }]),
      [{ ...whole, quantity: 7 }],
    ],
    ["a name that is too long", JSON.stringify([{ ...whole, name: "x".repeat(301) }]), []],
    ["a prototype", `[{"__proto__":${JSON.stringify(whole)}}]`, []],
    ["very deep nesting", "[".repeat(200_000), []],
  ])("with %s", (_, text, items) => {
    expect(parseStoredCart(text)).toEqual(items);
  });

  test("holds no more lines than a cart", () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => item({ variantId: `v${n}` }));
    expect(parseStoredCart(JSON.stringify(lines))).toHaveLength(100);
  });
});
