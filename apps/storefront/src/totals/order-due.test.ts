import { expect, test } from "vitest";
import { orderDue } from "./order-due.ts";

const order = { currency: "USD", total: 30.1, paid: 0, refunded: 0, lost: 0, openChange: null };
const expiresAt = "2026-11-20T10:30:00.000Z";

test.each([
  ["nothing was paid", order, 30.1],
  ["a part was paid", { ...order, paid: 10.2 }, 19.9],
  ["the part was refunded", { ...order, paid: 10.2, refunded: 10.2 }, 30.1],
  ["the part was lost in a dispute", { ...order, paid: 10.2, lost: 10.2 }, 30.1],
  ["a change costs more", { ...order, paid: 30.1, openChange: { due: 5, expiresAt } }, 5],
])("what is still due if %s", (_, amounts, due) => {
  expect(orderDue(amounts)).toBe(due);
});
