import type { Minor } from "@vetrina/contract/money";

/** ISO 3166 codes in upper case, or every country not in another zone. */
export type ShippingZone = { countries: readonly string[] | "rest" };

/** Whole business days, both ends included. */
export type DayRange = { min: number; max: number };

/** A shipping rate of a zone. freeAbove null: never free because of the subtotal. */
export type ShippingRate = {
  id: string;
  name: string;
  price: Minor;
  freeAbove: Minor | null;
  processing: DayRange;
  transit: DayRange;
};

/** The price of shipping: 0 strictly above the threshold, or with a free-shipping code. */
export function shippingPrice(
  rate: Pick<ShippingRate, "price" | "freeAbove">,
  discountedSubtotal: Minor,
  freeShipping: boolean = false,
): Minor {
  if (freeShipping) return 0;
  return rate.freeAbove !== null && discountedSubtotal > rate.freeAbove ? 0 : rate.price;
}

/** The amount the cart lacks for free shipping, 1 minor unit at the threshold; null if free or never free. */
export function remainingForFree(
  rate: Pick<ShippingRate, "price" | "freeAbove">,
  discountedSubtotal: Minor,
): Minor | null {
  if (rate.freeAbove === null || shippingPrice(rate, discountedSubtotal) === 0) return null;
  return rate.freeAbove - discountedSubtotal + 1;
}

/** The zone that lists the country, else the zone for all other countries, else undefined: no shipping there. */
export function zoneFor<Zone extends ShippingZone>(
  country: string,
  zones: readonly Zone[],
): Zone | undefined {
  const code = country.toUpperCase();
  return (
    zones.find((zone) => zone.countries !== "rest" && zone.countries.includes(code)) ??
    zones.find((zone) => zone.countries === "rest")
  );
}

/** Processing and transit together, in business days. */
export function businessDays(rate: Pick<ShippingRate, "processing" | "transit">): DayRange {
  return {
    min: rate.processing.min + rate.transit.min,
    max: rate.processing.max + rate.transit.max,
  };
}

/** The first and last day of delivery as ISO dates, counted in business days in the store's time zone. */
export function deliveryWindow(
  placedAt: Date,
  rate: Pick<ShippingRate, "processing" | "transit">,
  timeZone: string,
): { from: string; to: string } {
  const placed = dayIn(placedAt, timeZone);
  const { min, max } = businessDays(rate);
  return { from: addBusinessDays(placed, min), to: addBusinessDays(placed, max) };
}

const calendars = new Map<string, Intl.DateTimeFormat>();

// The calendar day in a zone as UTC midnight of that day, so that clock changes don't matter.
function dayIn(time: Date, timeZone: string): Date {
  let calendar = calendars.get(timeZone);
  if (!calendar) {
    calendar = new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
      timeZone,
      year: "numeric",
      month: "numeric",
      day: "numeric",
    });
    calendars.set(timeZone, calendar);
  }
  const parts = calendar.formatToParts(time);
  const part = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return new Date(Date.UTC(part("year"), part("month") - 1, part("day")));
}

// Day 0 on a weekend is Monday, and so is day 1, because nothing is handed over on a Sunday.
function addBusinessDays(start: Date, days: number): string {
  const day = new Date(start);
  for (let left = days; left > 0 || isWeekend(day);) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (left > 0 && !isWeekend(day)) left -= 1;
  }
  return day.toISOString().slice(0, 10);
}

function isWeekend(day: Date): boolean {
  return day.getUTCDay() === 0 || day.getUTCDay() === 6;
}
