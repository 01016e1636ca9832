import type { CustomerExport } from "@vetrina/contract/people/customers";
import { expect, test } from "vitest";
import { collectExport } from "./export-data.ts";

const named = (ids: string[]) => ids.map((id) => ({ id }));
const part = (orders: string[], others: string[], next: string | null) =>
  ({
    orders: named(orders),
    draftOrders: named(others),
    reviews: named(others),
    contactMessages: named(others),
    subscriptions: named(others),
    next,
  }) as CustomerExport;

test("requests each part once and joins their lists", async () => {
  const requested: (string | null)[] = [];
  const whole = await collectExport((after) => {
    requested.push(after);
    const parts: Record<string, CustomerExport> = {
      "orders.b": part(["c", "d"], ["1"], "reviews.1"),
      "reviews.1": part([], ["2"], null),
    };
    return Promise.resolve(
      after === null ? part(["a", "b"], [], "orders.b") : (parts[after] ?? part([], [], null)),
    );
  });
  expect(requested).toEqual([null, "orders.b", "reviews.1"]);
  expect(whole).toEqual(part(["a", "b", "c", "d"], ["1", "2"], null));
});
