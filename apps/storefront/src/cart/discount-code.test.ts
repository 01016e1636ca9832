import type { CartItem } from "@vetrina/commerce/cart";
import { beforeEach, expect, test, vi } from "vitest";

vi.mock("@vetrina/ui/toast", () => ({ toast() {} }));

const key = "vetrina:shop:discount-code";
const draftKey = "vetrina:shop:checkout";
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
  const [code, clearing, adopting, { cartStoreOf }] = await Promise.all([
    import("../draft/discount-code.ts"),
    import("./clear-cart.ts"),
    import("./adopt-code.ts"),
    import("../draft/cart-store.ts"),
  ]);
  return { ...code, ...clearing, ...adopting, cart: cartStoreOf("shop") };
}

function line(name: string): CartItem {
  return { id: "", name, productId: name, variantId: name, price: 10, quantity: 1 };
}

test("the code is stored for all tabs, and removed completely", async () => {
  const { readDiscountCode, setDiscountCode } = await open();
  expect(readDiscountCode("shop")).toBe("");
  setDiscountCode("shop", "TEN");
  expect(stored.get(key)).toBe("TEN");
  stored.set(key, "FIVE");
  expect(readDiscountCode("shop")).toBe("FIVE");
  expect(readDiscountCode("other")).toBe("");
  setDiscountCode("shop", "");
  expect(stored.has(key)).toBe(false);
});

test("a stored text that the API would reject as too long is ignored", async () => {
  const { readDiscountCode } = await open();
  stored.set(key, "X".repeat(60));
  expect(readDiscountCode("shop")).toHaveLength(60);
  stored.set(key, "X".repeat(61));
  expect(readDiscountCode("shop")).toBe("");
});

test("clearing the cart removes the code with the lines, and Undo restores both", async () => {
  const { cart, clearCart, readDiscountCode, setDiscountCode, undoRemoval } = await open();
  for (const name of ["coat", "dress"]) cart.add(line(name));
  setDiscountCode("shop", "TEN");
  clearCart("shop");
  expect([cart.getSnapshot().items, readDiscountCode("shop")]).toEqual([[], ""]);
  undoRemoval("shop");
  expect(cart.getSnapshot().items).toHaveLength(2);
  expect(readDiscountCode("shop")).toBe("TEN");
});

test("Undo keeps a code that was applied since, and restores none that was removed before", async () => {
  const { cart, clearCart, readDiscountCode, setDiscountCode, undoRemoval } = await open();
  cart.add(line("coat"));
  setDiscountCode("shop", "TEN");
  clearCart("shop");
  setDiscountCode("shop", "FIVE");
  undoRemoval("shop");
  expect(readDiscountCode("shop")).toBe("FIVE");
  setDiscountCode("shop", "");
  cart.remove(line("coat"));
  undoRemoval("shop");
  expect(cart.getSnapshot().items).toHaveLength(1);
  expect(readDiscountCode("shop")).toBe("");
});

test("removing the last line keeps the code for the next one", async () => {
  const { cart, readDiscountCode, setDiscountCode } = await open();
  cart.add(line("coat"));
  setDiscountCode("shop", "TEN");
  cart.remove(line("coat"));
  expect(readDiscountCode("shop")).toBe("TEN");
});

test("the code of an earlier version's draft is taken over once, unless the cart has one", async () => {
  const { adoptCode, readDiscountCode, setDiscountCode } = await open();
  stored.set(draftKey, JSON.stringify({ email: "ada@example.com", discountCode: "TEN" }));
  adoptCode("shop");
  expect(readDiscountCode("shop")).toBe("TEN");
  expect(stored.get(draftKey)).toBe('{"email":"ada@example.com"}');
  setDiscountCode("shop", "");
  adoptCode("shop");
  expect(readDiscountCode("shop")).toBe("");

  setDiscountCode("shop", "FIVE");
  stored.set(draftKey, JSON.stringify({ discountCode: "TEN" }));
  adoptCode("shop");
  expect(readDiscountCode("shop")).toBe("FIVE");
});
