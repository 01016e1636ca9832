import type { CustomerExport } from "@vetrina/contract/customers";
import { expect, test } from "vitest";
import { collectExport } from "./export-data.ts";

const part = (ids: string[], next: string | null) =>
  ({ orders: { items: ids.map((id) => ({ id })), next } }) as CustomerExport;

test("requests each part once and joins the orders", async () => {
  const requested: (string | null)[] = [];
  const whole = await collectExport((after) => {
    requested.push(after);
    const parts: Record<string, CustomerExport> = {
      b: part(["c", "d"], "d"),
      d: part(["e"], null),
    };
    return Promise.resolve(
      after === null ? part(["a", "b"], "b") : (parts[after] ?? part([], null)),
    );
  });
  expect(requested).toEqual([null, "b", "d"]);
  expect(whole.orders).toEqual({
    items: ["a", "b", "c", "d", "e"].map((id) => ({ id })),
    next: null,
  });
});
