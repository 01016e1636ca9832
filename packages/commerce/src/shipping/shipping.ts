import { keptFormat } from "../kept-format.ts";
import type { RatePrice } from "../pricing/shipping-price.ts";

/** A range of whole business days that includes both ends. */
export type DayRange = { min: number; max: number };

/** A shipping method of a region. */
export type ShippingRate = Omit<RatePrice, "isFreeForProducts"> & {
  id: string;
  name: string;
  /** Ids of products: shipping is free if all lines are of these. Empty: free for none. */
  freeFor: readonly string[];
  processing: DayRange;
  transit: DayRange;
};

/** Determines on which days a store hands parcels to its carriers. */
export type ShippingCalendar = {
  /** Orders placed at or after this hour count as placed on the next working day; null: no cut-off. */
  cutOffHour: number | null;
  /** The days of the week, from 1 for Monday to 7 for Sunday; at least one. */
  workingDays: readonly number[];
  /** The ISO dates of days that aren't working days. */
  holidays: readonly string[];
};

/** The business days of processing and transit together. */
export function businessDays(rate: Pick<ShippingRate, "processing" | "transit">): DayRange {
  return {
    min: rate.processing.min + rate.transit.min,
    max: rate.processing.max + rate.transit.max,
  };
}

type Store = { timeZone: string; shippingCalendar: ShippingCalendar };
type Days = Pick<ShippingRate, "processing" | "transit">;
/** The first and last day of delivery, as ISO dates. */
type DeliveryWindow = { from: string; to: string };

/** The first and last possible day of delivery by one method. See deliveryWindows. */
export function deliveryWindow(
  placedAt: Date,
  rate: Days,
  store: Store,
  readyOn: string | null = null,
): DeliveryWindow {
  return deliveryWindows(placedAt, store, readyOn)(rate);
}

/**
 * Returns a function that calculates a method's first and last day of delivery. It counts business days from the day on
 * which the order counts as placed in the store's time zone or, if later, from `readyOn`, the ISO date on which all
 * units will be in stock.
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
  // The working days from the first one on. More are added when a method needs them.
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

/** The date in a time zone at a given time, in ISO format. */
export function isoDayIn(time: Date, timeZone: string): string {
  return isoDay(clockIn(time, timeZone).day);
}

// The hour and the calendar day in a time zone. The day is midnight UTC, so that changes to daylight saving time don't
// matter.
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
