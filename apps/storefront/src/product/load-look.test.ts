import { expect, test } from "vitest";
import { composeLook } from "./load-look.ts";

const card = (id: string, stockLabel: "in-stock" | "sold-out" | "back-order" = "in-stock") => ({
  id,
  stockLabel,
});
const idsOf = (cards: { id: string }[]) => cards.map(({ id }) => id).join(" ");

test("takes upsells of each type in turn and fills up with related products", () => {
  const pairs = [
    { type: "RELATED", product: card("r1") },
    { type: "RELATED", product: card("r2") },
    { type: "UPSELL", product: card("u1") },
    { type: "CROSS_SELL", product: card("c1") },
  ] as const;
  expect(idsOf(composeLook(pairs, [card("x")]))).toBe("c1 r1 u1 r2");
  expect(idsOf(composeLook(pairs.slice(0, 1), [card("x"), card("y")]))).toBe("r1 x y");
  expect(composeLook([], [])).toEqual([]);
});

test("leaves out sold-out products and duplicates", () => {
  const pairs = [
    { type: "CROSS_SELL", product: card("gone", "sold-out") },
    { type: "CROSS_SELL", product: card("later", "back-order") },
    { type: "UPSELL", product: card("later", "back-order") },
    { type: "RELATED", product: card("r1") },
  ] as const;
  const related = [card("r1"), card("x", "sold-out"), card("y")];
  expect(idsOf(composeLook(pairs, related))).toBe("r1 later y");
});
