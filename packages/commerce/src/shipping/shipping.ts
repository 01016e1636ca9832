import { keptFormat } from "../kept-format.ts";
import type { RatePrice } from "../pricing/shipping-price.ts";

/** Whole business days, both ends included. */
export type DayRange = { min: number; max: number };

/** A shipping method of a region. */
export type ShippingRate = Omit<RatePrice, "isFreeForProducts"> & {
  id: string;
  name: string;
  /** Product ids: free if all lines are of these products. Empty: of any products at its price. */
  freeFor: readonly string[];
  processing: DayRange;
  transit: DayRange;
};

/** The days on which a store hands parcels to its carriers. */
export type ShippingCalendar = {
  /** Orders placed at or after this hour count as placed on the next working day. null: no cut-off. */
  cutOffHour: number | null;
  /** 1 is Monday, 7 is Sunday. At least one. */
  workingDays: readonly number[];
  /** ISO dates that aren't working days. */
  holidays: readonly string[];
};

/** Processing and transit together, in business days. */
export function businessDays(rate: Pick<ShippingRate, "processing" | "transit">): DayRange {
  return {
    min: rate.processing.min + rate.transit.min,
    max: rate.processing.max + rate.transit.max,
  };
}

type Store = { timeZone: string; shippingCalendar: ShippingCalendar };
type Days = Pick<ShippingRate, "processing" | "transit">;
/** ISO dates. */
type DeliveryWindow = { from: string; to: string };

/** The first and last day of delivery of an order by one method. See deliveryWindows. */
export function deliveryWindow(
  placedAt: Date,
  rate: Days,
  store: Store,
  readyOn: string | null = null,
): DeliveryWindow {
  return deliveryWindows(placedAt, store, readyOn)(rate);
}

/**
 * Returns the function that gives each method's first and last day of delivery. The days are counted in business days
 * from the day on which the order counts as placed, in the store's time zone, and are listed once for all methods.
 * `readyOn`: the ISO date before which not all units are in stock.
 */
export function deliveryWindows(
  placedAt: Date,
  { timeZone, shippingCalendar: calendar }: Store,
  readyOn: string | null = null,
): (rate: Days) => DeliveryWindow {
  const isWorking = workingDaysOf(calendar);
  const { day, hour } = clockIn(placedAt, timeZone);
  if (calendar.cutOffHour !== null && hour >= calendar.cutOffHour && isWorking(day))
    day.setUTCDate(day.getUTCDate() + 1);
  const ready = readyOn === null ? day : new Date(`${readyOn}T00:00:00Z`);
  const next = new Date(ready > day ? ready : day);
  // The working days from the first one on, as far as a method needed them.
  const listed: string[] = [];
  const workingDay = (at: number): string => {
    for (; listed.length <= at; next.setUTCDate(next.getUTCDate() + 1))
      if (isWorking(next)) listed.push(isoDay(next));
    return listed[at] ?? "";
  };
  return (rate) => {
    const { min, max } = businessDays(rate);
    return { from: workingDay(min), to: workingDay(max) };
  };
}

/** The ISO date of a moment in a time zone. */
export function isoDayIn(time: Date, timeZone: string): string {
  return isoDay(clockIn(time, timeZone).day);
}

// The hour and the calendar day in a time zone. The day is a Date at midnight UTC, so that clock changes don't matter.
function clockIn(time: Date, timeZone: string): { day: Date; hour: number } {
  const clock = keptFormat(
    `clock ${timeZone}`,
    () =>
      new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
        timeZone,
        year: "numeric",
        month: "numeric",
        day: "numeric",
        hour: "numeric",
        hourCycle: "h23",
      }),
  );
  const parts = clock.formatToParts(time);
  const part = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return {
    day: new Date(Date.UTC(part("year"), part("month") - 1, part("day"))),
    hour: part("hour"),
  };
}

function workingDaysOf({ workingDays, holidays }: ShippingCalendar): (day: Date) => boolean {
  if (!workingDays.some((day) => day >= 1 && day <= 7))
    throw new RangeError("The shipping calendar needs at least one working day.");
  const closed = new Set(holidays);
  return (day) => workingDays.includes(day.getUTCDay() || 7) && !closed.has(isoDay(day));
}

function isoDay(day: Date): string {
  return day.toISOString().slice(0, 10);
}
