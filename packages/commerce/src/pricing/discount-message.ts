import { formatMinor } from "../money.ts";
import type { Discount, DiscountCheck } from "./discount.ts";

/** A sentence for the shopper: the amount that the code takes off, or why the code doesn't apply. */
export function discountMessage(
  check: DiscountCheck,
  about: { code: string; discount: Discount | null; currency: string; locale: string },
): string {
  const { code, discount, currency, locale } = about;
  if (check.ok) return discount ? benefit(discount, currency, locale) : "";
  switch (check.reason) {
    // An unknown code and an inactive one get the same message, so that trying codes doesn't reveal which exist.
    case "unknown":
    case "inactive":
      return `The code ${code} is not valid.`;
    case "not-started":
      return `The code ${code} is not valid yet.`;
    case "expired":
      return `The code ${code} has expired.`;
    case "used-up":
      return `The code ${code} has been used up.`;
    case "customer":
      return `The code ${code} can't be used for this order.`;
    case "products":
      return `The code ${code} doesn't apply to the items in your cart.`;
    case "minimum":
      return `Add ${formatMinor(check.missing, currency, locale)} more to use the code ${code}.`;
    case "maximum":
      return `The code ${code} can only be used for smaller orders.`;
    case "minimum-quantity":
      return `Add ${check.missing} more ${check.missing === 1 ? "item" : "items"} to use the code ${code}.`;
    case "combination":
      return `The code ${code} can't be combined with the discount in your cart.`;
    default:
      return check satisfies never;
  }
}

function benefit(discount: Discount, currency: string, locale: string): string {
  const { code, type, tiers, give } = discount;
  const most = tiers.at(-1)?.value ?? discount.value;
  const upTo = tiers.length > 1 ? "up to " : "";
  switch (type) {
    case "PERCENTAGE": {
      const percent = new Intl.NumberFormat(locale, {
        style: "percent",
        maximumFractionDigits: 2,
      }).format(most / 10_000);
      if (give) return `${code}: buy ${give.buy}, get ${give.get} with ${percent} off.`;
      return `${code} takes ${upTo}${percent} off.`;
    }
    case "FIXED_AMOUNT":
      return `${code} takes ${upTo}${formatMinor(most, currency, locale)} off.`;
    case "FREE_SHIPPING":
      return `${code} makes shipping free.`;
    default:
      return type satisfies never;
  }
}
