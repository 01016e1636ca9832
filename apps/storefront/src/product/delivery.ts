import { businessDays } from "@vetrina/commerce/shipping/shipping";
import type { ShippingMethod } from "@vetrina/contract/pricing/shipping";
import type { Shop } from "../lib/store.ts";
import { countryName } from "../lib/formats.ts";
import { dateFormat } from "../lib/formats.ts";
import { withArticle } from "../lib/with-article.ts";

/** "8-12 business days", for the store's default method. The text doesn't depend on the current day. */
export function businessDaysText({
  processingDays,
  transitDays,
}: NonNullable<Shop["shipping"]>): string {
  const { min, max } = businessDays({ processing: processingDays, transit: transitDays });
  if (min === max) return min === 1 ? "1 business day" : `${min} business days`;
  return `${min}-${max} business days`;
}

/** "Wed, Dec 2 – Tue, Dec 8", from ISO dates without a time. */
export function deliveryText({ from, to }: ShippingMethod["delivery"], locale: string): string {
  const format = dateFormat(locale, {
    weekday: "short",
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  });
  const first = new Date(`${from}T00:00:00Z`);
  return from === to
    ? format.format(first)
    : format.formatRange(first, new Date(`${to}T00:00:00Z`));
}

/** "Standard shipping to Portugal". */
export function shippingTo(methodName: string, country: string, locale: string): string {
  return `${methodName} shipping to ${withArticle(countryName(country, locale))}`;
}

/** Such as "Standard shipping to Portugal": the store's default method, to its own country. */
export function shippingToHome(
  { country, locale }: Pick<Shop, "country" | "locale">,
  { methodName }: Pick<NonNullable<Shop["shipping"]>, "methodName">,
): string {
  return shippingTo(methodName, country, locale);
}
