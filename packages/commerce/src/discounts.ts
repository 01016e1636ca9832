import type { DiscountType } from "@vetrina/contract/enumerations";
import type { Minor } from "@vetrina/contract/money";
import { formatMinor } from "./money.ts";
import { partOf } from "./shares.ts";

/** A discount code. A limit of null means no limit. */
export type Discount = {
  code: string;
  type: DiscountType;
  /** Basis points of a PERCENTAGE (1000 = 10 percent), minor units of a FIXED_AMOUNT, else unused. */
  value: number;
  minimumSubtotal: Minor | null;
  startsAt: Date | null;
  /** The first moment at which the code no longer applies. */
  endsAt: Date | null;
  usageLimit: number | null;
  used: number;
  active: boolean;
};

export type DiscountRefusal =
  | "unknown"
  | "inactive"
  | "not-started"
  | "expired"
  | "used-up"
  | "minimum";

/** Whether a code applies. `missing` is the amount the subtotal lacks to the minimum. */
export type DiscountCheck =
  | { ok: true }
  | { ok: false; reason: Exclude<DiscountRefusal, "minimum">; missing?: undefined }
  | { ok: false; reason: "minimum"; missing: Minor };

/** Checks whether a code applies to a cart of this subtotal at this moment, and why not. */
export function checkDiscount(
  discount: Discount | null,
  { subtotal, now }: { subtotal: Minor; now: Date },
): DiscountCheck {
  if (!discount) return { ok: false, reason: "unknown" };
  if (!discount.active) return { ok: false, reason: "inactive" };
  if (discount.startsAt && now < discount.startsAt) return { ok: false, reason: "not-started" };
  if (discount.endsAt && now >= discount.endsAt) return { ok: false, reason: "expired" };
  if (discount.usageLimit !== null && discount.used >= discount.usageLimit)
    return { ok: false, reason: "used-up" };
  if (discount.minimumSubtotal !== null && subtotal < discount.minimumSubtotal)
    return { ok: false, reason: "minimum", missing: discount.minimumSubtotal - subtotal };
  return { ok: true };
}

/** The amount a valid code takes off the subtotal: never more than the subtotal, 0 for free shipping. */
export function discountAmount(discount: Discount, subtotal: Minor): Minor {
  switch (discount.type) {
    case "PERCENTAGE":
      return Math.min(partOf(subtotal, discount.value), subtotal);
    case "FIXED_AMOUNT":
      return Math.max(0, Math.min(discount.value, subtotal));
    case "FREE_SHIPPING":
      return 0;
    default:
      return discount.type satisfies never;
  }
}

/** A sentence for the shopper: what the code takes off, or why it doesn't apply. */
export function discountMessage(
  check: DiscountCheck,
  about: { code: string; discount: Discount | null; currency: string; locale: string },
): string {
  const { code, discount, currency, locale } = about;
  if (check.ok) return discount ? benefit(discount, currency, locale) : "";
  switch (check.reason) {
    // The same text for both, so that trying codes doesn't reveal which exist.
    case "unknown":
    case "inactive":
      return `The code ${code} is not valid.`;
    case "not-started":
      return `The code ${code} is not valid yet.`;
    case "expired":
      return `The code ${code} has expired.`;
    case "used-up":
      return `The code ${code} has been used up.`;
    case "minimum":
      return `Add ${formatMinor(check.missing, currency, locale)} more to use the code ${code}.`;
    default:
      return check satisfies never;
  }
}

function benefit(discount: Discount, currency: string, locale: string): string {
  switch (discount.type) {
    case "PERCENTAGE": {
      const percent = new Intl.NumberFormat(locale, {
        style: "percent",
        maximumFractionDigits: 2,
      }).format(discount.value / 10_000);
      return `${discount.code} takes ${percent} off.`;
    }
    case "FIXED_AMOUNT":
      return `${discount.code} takes ${formatMinor(discount.value, currency, locale)} off.`;
    case "FREE_SHIPPING":
      return `${discount.code} makes shipping free.`;
    default:
      return discount.type satisfies never;
  }
}
