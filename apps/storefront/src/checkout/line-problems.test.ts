import type { OrderItem, OrderWithItems } from "@vetrina/contract/orders/orders";
import type { Quote } from "@vetrina/contract/pricing/shipping";
import { expect, test } from "vitest";
import { isBlocking, problemOf } from "./line-problems.ts";
import { shownOrderLine } from "../order/order-lines.tsx";
import { shownCartLine } from "./shown-cart-line.ts";
import { heldBy } from "../order/unpaid-orders.ts";

const item = { id: "p-v", productId: "p", variantId: "v", name: "Coat", price: 40, quantity: 2 };
const quoteWith = (maxQuantity: number, price = 40) =>
  ({
    lines: [{ productId: "p", variantId: "v", name: "Coat", maxQuantity, price }],
    trace: [] as Quote["trace"],
  }) as Quote;

test("the problems of a line, and whether they block the order", () => {
  expect(problemOf(item, quoteWith(5), {})).toBeNull();
  expect(problemOf(item, quoteWith(1), {})).toEqual({ kind: "fewer", available: 1 });
  expect(problemOf(item, quoteWith(0), {})).toEqual({ kind: "sold-out" });
  expect(problemOf({ ...item, variantId: "other" }, quoteWith(5), {})).toEqual({ kind: "missing" });
  const dearer = problemOf(item, quoteWith(5, 45), {});
  expect(dearer).toEqual({ kind: "price", from: 40, to: 45 });
  expect(isBlocking(dearer)).toBe(false);
  const ended = { kind: "sale-ended", from: 40, to: 60 } as const;
  const back = quoteWith(5, 60);
  const reduced = { ...item, originalPrice: 60 };
  back.lines.forEach((line) => Object.assign(line, { regularPrice: null }));
  expect(problemOf(reduced, back, {})).toEqual(ended);
  expect(isBlocking(ended)).toBe(false);
  expect(isBlocking({ kind: "sold-out" })).toBe(true);
  expect(isBlocking(null)).toBe(false);
});

test("units held by the shopper's own order don't count as sold out", () => {
  expect(problemOf(item, quoteWith(0), { v: 2 })).toBeNull();
  expect(problemOf(item, quoteWith(0), { v: 1 })).toEqual({ kind: "fewer", available: 1 });
});

test("a net price under reverse charge is not a price change", () => {
  const net = quoteWith(5, 32.79);
  Object.assign(net, { trace: [{ kind: "REVERSE_CHARGE" }] });
  expect(problemOf(item, net, {})).toBeNull();
});

test("a product without sizes is One Size in the summary, before and after it is ordered", () => {
  const inCart = shownCartLine({ ...item, color: null, size: "One Size" }, undefined);
  const ordered = { ...inCart, id: "i", size: null, image: null } as OrderItem;
  const { id: _own, ...shown } = shownOrderLine(ordered);
  expect(inCart).toMatchObject(shown);
  expect(shown).toMatchObject({ color: null, size: "One Size" });
});

test("an order holds the units of all its items of a variant", () => {
  const items = [itemOf("a", 1), itemOf("b", 4), itemOf("a", 2)];
  expect(heldBy([{ items } as OrderWithItems])).toEqual({ a: 3, b: 4 });
  expect(heldBy([])).toEqual({});
});

function itemOf(variantId: string, quantity: number): OrderItem {
  return { variantId, quantity } as OrderItem;
}
