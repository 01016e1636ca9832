import { cutOffTime } from "@vetrina/commerce/shipping/cut-off";
import type { ShippingRate } from "@vetrina/contract/pricing/shipping-rates";
import type { Store } from "@vetrina/contract/stores/stores";
import { counted } from "./counted.ts";

/** "$9.99", or how the price is determined: "Free on orders over $100 after discounts, otherwise from $9.99, by weight". */
export function priceWords(
  { type, price, steps, freeAbove }: Pick<ShippingRate, "type" | "price" | "steps" | "freeAbove">,
  money: (major: number) => string,
): string {
  if (price === 0 && steps.length === 0) return "Free";
  const lowest = money(Math.min(...steps.map((step) => step.price)));
  const words =
    steps.length === 0
      ? money(price)
      : `from ${lowest}, by ${type === "BY_WEIGHT" ? "weight" : "order value"}`;
  if (freeAbove !== null)
    return `Free on orders over ${money(freeAbove)} after discounts, otherwise ${words}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "8-12 business days", "1 business day". */
export function dayWords({ min, max }: { min: number; max: number }): string {
  if (max === 0) return "the same business day";
  return min === max ? counted(max, "business day") : `${min}-${max} business days`;
}

/** From which day the business days of an order count; null if the store has no cut-off. */
export function cutOffWords({
  shippingCalendar: { cutOffHour },
  ...store
}: Pick<Store, "shippingCalendar" | "timeZone" | "locale">): string | null {
  if (cutOffHour === null) return null;
  if (cutOffHour === 0) return "Business days count from the one after you order.";
  return `Orders placed before ${cutOffTime(cutOffHour, store)} count from the same business day, later ones from the next.`;
}
