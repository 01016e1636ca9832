import type { Placed, RefundShop } from "../../refunds/refunds.fixture.ts";

/** Returns a random integer that is at least 0 and less than `below`. */
type Random = (below: number) => number;

/**
 * Makes a random change to an order, as staff do while it is being paid, refunded and shipped: changes a line's
 * quantity or variant, adds a line, or withdraws an open change. Rejects with one of the codes in `lostEdits` if it
 * loses the race.
 */
export async function raceEdit(
  { staff, variantIds }: RefundShop,
  { id }: Placed,
  random: Random,
): Promise<void> {
  const { items } = await staff.orders.getOrderWithItems({ id });
  const item = items[random(items.length)];
  const itemId = item?.id ?? "";
  const other = variantIds.find((variantId) => variantId !== item?.variantId) ?? "";
  const kinds = [
    [{ itemId, quantity: random(4) }],
    [{ itemId, variantId: other, quantity: 1 }],
    [{ variantId: variantIds[random(2)] ?? "", quantity: 1 + random(2) }],
    [],
  ];
  const change = kinds[random(kinds.length)] ?? [];
  await staff.orders.updateOrderItems({ id, body: { items: change, notify: false } });
}

/** The error codes of an edit that loses a race. */
export const lostEdits = [
  "INVALID_TRANSITION",
  "OUT_OF_STOCK",
  "LIMIT_REACHED",
  "PROVIDER_ERROR",
  "ORDER_NOT_PAID",
  "VALIDATION_FAILED",
  "NOT_FOUND",
] as const;
