import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addToCart,
  type CartAction,
  type CartItem,
  cartLineId,
  cartReducer,
  type CartState,
  emptyCart,
  lineMaximum,
  mergeCarts,
  parseStoredCart,
  serializeCart,
} from "./cart.ts";

// Texts of any code points, including lone surrogates. fast-check's own arbitrary for these takes a second to set up.
const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 12 })
  .map((codePoints) => String.fromCodePoint(...codePoints));

const id = fc.constantFrom("p1", "P1", "p 1", undefined);
const text = fc.option(anyText);
const anyItem: fc.Arbitrary<CartItem> = fc
  .record({
    productId: id,
    variantId: id,
    name: fc.constantFrom("Shirt", "shirt", "Linen shirt"),
    color: fc.constantFrom("Navy", null, undefined),
    size: fc.constantFrom("M", undefined),
    category: text,
    image: text,
    price: fc.double({ min: 0, max: 1e6, noNaN: true }),
    originalPrice: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })),
    quantity: fc.oneof(fc.integer({ min: -2, max: 12 }), fc.double()),
    maxQuantity: fc.oneof(fc.constant(undefined), fc.integer({ min: -1, max: 10 })),
  })
  .map((line) => Object.assign(line, { id: cartLineId(line) }));
const anyAction = fc.oneof(
  anyItem.map((item) => ({ type: "add", item }) as const),
  fc
    .tuple(anyItem, fc.oneof(fc.integer(), fc.double()))
    .map(([line, quantity]) => ({ type: "update-quantity", line, quantity }) as const),
  anyItem.map((line) => ({ type: "remove", line }) as const),
  fc
    .tuple(fc.array(anyItem, { maxLength: 3 }), fc.integer())
    .map(([items, index]) => ({ type: "restore", items, index }) as const),
  fc.array(anyItem, { maxLength: 5 }).map((items) => ({ type: "load", items }) as const),
  fc.constantFrom({ type: "clear" } as const, { type: "open" } as const),
);
const anyCart = fc
  .array(anyAction, { maxLength: 25 })
  .map((actions) => actions.reduce(applied, emptyCart).items);

function applied(
  state: CartState,
  action: CartAction | { type: "add"; item: CartItem },
): CartState {
  return action.type === "add" ? addToCart(state, action.item).state : cartReducer(state, action);
}

describe("any sequence of actions", () => {
  test("keeps quantities whole, above 0 and within the maximum, and each line once", () => {
    fc.assert(fc.property(anyCart, expectLawful), { numRuns: 300 });
  });

  test("can be stored and read back unchanged", () => {
    fc.assert(
      fc.property(anyCart, (items) => {
        expect(parseStoredCart(serializeCart(items))).toEqual(items);
      }),
      { numRuns: 300 },
    );
  });

  test("any text in storage reads as a valid cart, which can be stored and read back", () => {
    const likeLines = fc.array(
      fc.record(
        {
          name: fc.oneof(fc.string(), fc.jsonValue()),
          price: fc.oneof(fc.double(), fc.jsonValue()),
          quantity: fc.oneof(fc.double(), fc.integer(), fc.jsonValue()),
          maxQuantity: fc.oneof(fc.double(), fc.jsonValue()),
          productId: fc.oneof(fc.string(), fc.jsonValue()),
          variantId: fc.oneof(fc.string(), fc.jsonValue()),
          image: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    );
    const stored = fc.oneof(
      anyText,
      fc.json(),
      likeLines.map((lines) => JSON.stringify(lines)),
      likeLines.map((items) => JSON.stringify({ items })),
    );
    fc.assert(
      fc.property(stored, (text) => {
        const items = parseStoredCart(text);
        expectLawful(items);
        expect(parseStoredCart(serializeCart(items))).toEqual(items);
      }),
      { numRuns: 400 },
    );
  });

  test("a tab without changes takes over the other tab's cart", () => {
    fc.assert(
      fc.property(anyCart, anyCart, (mine, theirs) => {
        expect(keys(mergeCarts(mine, mine, mine))).toEqual(keys(mine));
        expect(keys(mergeCarts(mine, theirs, mine))).toEqual(keys(theirs));
        expect(keys(mergeCarts(mine, theirs, theirs))).toEqual(keys(mine));
        expectLawful(mergeCarts(mine, theirs, []));
      }),
    );
  });
});

function expectLawful(items: readonly CartItem[]): void {
  const names = new Set<string>();
  for (const item of items) {
    expect(Number.isSafeInteger(item.quantity)).toBe(true);
    expect(item.quantity).toBeGreaterThanOrEqual(1);
    expect(item.quantity).toBeLessThanOrEqual(lineMaximum(item));
    expect(lineMaximum(item)).toBeLessThanOrEqual(999);
    expect(item.id).toBe(cartLineId(item));
    names.add(JSON.stringify(identity(item)));
  }
  expect(names.size).toBe(items.length);
}

function keys(items: readonly CartItem[]): string[] {
  return items.map((item) => JSON.stringify([identity(item), item.quantity])).toSorted();
}

function identity({ productId, variantId, id }: CartItem): string[] {
  return productId && variantId ? [productId, variantId] : [id];
}
