import type { Client } from "@vetrina/client/types";
import type { Store } from "@vetrina/contract/stores";
import { askedCountries, type Quoted, type Zone, zonesOf } from "./shipping-zones.ts";

/** The store's shipping table as its quotes tell it; where they cannot be had, the home zone's first method alone. */
export async function loadZones(client: Client, store: Store): Promise<Zone[]> {
  const quotes = await Promise.all(
    askedCountries(store.country).map((country) => quote(client, store, country)),
  );
  const known = quotes.filter((one) => one !== null);
  const zones = zonesOf(known, store.country, store.locale);
  // The rest of the world is what no other zone names: it comes last.
  return zones.length > 0
    ? zones.toSorted((a, b) => Number(a.restOfWorld) - Number(b.restOfWorld))
    : [homeZone(store)];
}

// A quote needs a cart: this one holds a piece that no shop has, so that nothing but the rates is worked out.
async function quote(client: Client, store: Store, country: string): Promise<Quoted | null> {
  try {
    const { methods } = await client.shipping.calculateShipping({
      body: {
        storeId: store.id,
        items: [{ id: "shipping-table", quantity: 1 }],
        destination: { country },
      },
    });
    return {
      country,
      rates: methods.map(({ id, name, regularPrice, freeAbove, businessDays }) => ({
        id,
        name,
        regularPrice,
        freeAbove,
        businessDays,
      })),
    };
  } catch {
    return null;
  }
}

function homeZone({ shipping, country, locale }: Store): Zone {
  const { methodName, price, freeAbove, processingDays, transitDays } = shipping;
  const businessDays = {
    min: processingDays.min + transitDays.min,
    max: processingDays.max + transitDays.max,
  };
  const rate = { id: "home", name: methodName, regularPrice: price, freeAbove, businessDays };
  return {
    name: new Intl.DisplayNames(locale, { type: "region" }).of(country) ?? country,
    rates: [rate],
    restOfWorld: false,
  };
}

/** "$9.99", or what makes it free: "Free on orders over $100, otherwise $9.99". */
export function priceWords(
  rate: { regularPrice: number; freeAbove: number | null },
  money: (major: number) => string,
): string {
  if (rate.regularPrice === 0) return "Free";
  return rate.freeAbove === null
    ? money(rate.regularPrice)
    : `Free on orders over ${money(rate.freeAbove)}, otherwise ${money(rate.regularPrice)}`;
}

/** "8-12 business days", "1 business day". */
export function dayWords({ min, max }: { min: number; max: number }): string {
  if (min === max) return min === 1 ? "1 business day" : `${min} business days`;
  return `${min}-${max} business days`;
}
