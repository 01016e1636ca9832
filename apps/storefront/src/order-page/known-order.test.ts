import { expect, test, vi } from "vitest";
import { knownOrder } from "./known-order.ts";

const orders: Readonly<Record<string, { orderNumber: string; email: string | null }>> = {
  last: { orderNumber: "7K3M-9QXZ", email: "ada@example.com" },
  unpaid: { orderNumber: "2222-3333", email: "bea@example.com" },
  third: { orderNumber: "4444-5555", email: "cleo@example.com" },
  nameless: { orderNumber: "6666-7777", email: null },
};

function reading() {
  return vi.fn<Parameters<typeof knownOrder>[0]>((id) => {
    const order = orders[id];
    if (order === undefined) return Promise.reject(new TypeError("Failed to fetch"));
    return Promise.resolve({
      orderNumber: order.orderNumber,
      customer: { id: "", name: "", email: order.email },
    });
  });
}

test("the likeliest order that the browser can read is filled in", async () => {
  const ada = { id: "last", orderNumber: "7K3M-9QXZ", email: "ada@example.com" };
  expect(await knownOrder(reading(), ["last", "unpaid"], "")).toEqual(ada);
  expect(await knownOrder(reading(), ["gone", "last"], "")).toEqual(ada);
  expect(await knownOrder(reading(), ["nameless", "last"], "")).toEqual(ada);
  expect(await knownOrder(reading(), [], "")).toBeNull();
});

test("a number that is already entered gets only its own order's email", async () => {
  const bea = { id: "unpaid", orderNumber: "2222-3333", email: "bea@example.com" };
  expect(await knownOrder(reading(), ["last", "unpaid"], " #22223333")).toEqual(bea);
  expect(await knownOrder(reading(), ["last", "unpaid"], "8888-9999")).toBeNull();
  expect(await knownOrder(reading(), ["last"], "1001")).toBeNull();
});

test("at most two orders are read, each once", async () => {
  const read = reading();
  expect(await knownOrder(read, ["last", "last", "unpaid", "third"], "4444-5555")).toBeNull();
  expect(read.mock.calls).toEqual([["last"], ["unpaid"]]);
});
