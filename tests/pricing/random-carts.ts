import { type Buyer, type Discount, unconditional } from "@vetrina/commerce/pricing/discount";
import { rateFor } from "@vetrina/commerce/pricing/free-products";
import type { Cart, PricedLine } from "@vetrina/commerce/pricing/price-cart";
import type { RatePrice } from "@vetrina/commerce/pricing/shipping-price";
import type { TaxRate } from "@vetrina/commerce/pricing/tax";
import { type TaxFacts, taxTermsFor } from "@vetrina/commerce/pricing/tax-terms";

export type RandomCart = Cart & {
  currency: string;
  facts: TaxFacts;
  /** `freeFor` has the ids of products that ship free. */
  rate: (RatePrice & { freeFor: readonly string[] }) | null;
};

const now = new Date("2026-11-20T12:00:00Z");
const minute = 60_000;
const products = ["p1", "p2", "p3", "p4"];
const groups = ["c1", "c2", "c3"];
const classes = ["", "", "reduced", "books"];
const tags = ["vip", "press"];
const currencies = [
  { currency: "USD", scale: 100 },
  { currency: "JPY", scale: 1 },
  { currency: "KWD", scale: 1000 },
];

/**
 * Returns a cart that depends only on the number. Prices are chosen so that halves, remainders and thresholds are
 * common.
 */
export function randomCart(seed: number): RandomCart {
  const random = randomFrom(seed);
  const { whole, chance, oneOf, someOf } = random;
  const { currency, scale } = oneOf(currencies);
  const price = () => (chance(0.1) ? whole(0, 3) : whole(0, 120 * scale));
  const lines = Array.from({ length: whole(chance(0.02) ? 0 : 1, 6) }, (): PricedLine => {
    const current = price();
    return {
      price: current,
      quantity: chance(0.6) ? 1 : whole(1, 9),
      ...(chance(0.4) ? { productId: oneOf(products) } : {}),
      ...(chance(0.5) ? { collections: someOf(groups) } : {}),
      ...(chance(0.3) ? { regularPrice: current + whole(0, 30 * scale) } : {}),
      ...(chance(0.3) ? { saleEndsAt: new Date(now.getTime() + whole(-1, 1) * minute) } : {}),
      ...(chance(0.5) ? { weight: whole(0, 3_000) } : {}),
      ...(chance(0.4) ? { taxClass: oneOf(classes) } : {}),
    };
  });
  const discounts = Array.from({ length: whole(0, 5) }, (_, i) => discount(random, scale, i));
  const facts = taxFacts(random);
  const bought = new Set(lines.map(({ productId = "" }) => productId));
  return {
    currency,
    lines,
    discounts,
    buyer: buyer(random, discounts),
    rate: chance(0.05) ? null : rateFor(rate(random, scale), bought),
    tax: taxTermsFor(facts),
    facts,
    now,
  };
}

type Random = ReturnType<typeof randomFrom>;

function discount({ whole, chance, oneOf, someOf }: Random, scale: number, i: number): Discount {
  const type = oneOf(["PERCENTAGE", "PERCENTAGE", "FIXED_AMOUNT", "FREE_SHIPPING"] as const);
  const valueOf = () =>
    type === "PERCENTAGE"
      ? oneOf([0, 500, 1_000, 1_250, 3_333, 5_000, 10_000])
      : whole(0, 60 * scale);
  const scope = () => ({
    products: chance(0.5) ? someOf(products) : [],
    collections: chance(0.5) ? someOf(groups) : [],
  });
  const gives = type === "PERCENTAGE" && chance(0.4);
  const hasTiers = !gives && type !== "FREE_SHIPPING" && chance(0.25);
  const starts = whole(1, 4);
  return {
    ...unconditional,
    id: `d${whole(0, 9)}${i}`,
    code: chance(0.3) ? `CODE${i}` : null,
    title: `Discount ${i}`,
    type,
    value: valueOf(),
    ...(chance(0.3) ? { scope: scope() } : {}),
    ...(chance(0.2) ? { excluded: scope() } : {}),
    excludesSales: chance(0.15),
    tiers: hasTiers
      ? Array.from({ length: whole(1, 3) }, (_, at) => ({
          quantity: starts + 2 * at,
          value: valueOf(),
        }))
      : [],
    give: gives
      ? {
          buy: whole(1, 3),
          get: whole(1, 2),
          scope: chance(0.4) ? scope() : null,
          times: chance(0.3) ? whole(1, 2) : null,
        }
      : null,
    minimumSubtotal: chance(0.2) ? whole(0, 150 * scale) : null,
    maximumSubtotal: chance(0.1) ? whole(100 * scale, 400 * scale) : null,
    minimumQuantity: chance(0.15) ? whole(1, 6) : null,
    startsAt: chance(0.1) ? new Date(now.getTime() + whole(-1, 1)) : null,
    endsAt: chance(0.1) ? new Date(now.getTime() + whole(-1, 1)) : null,
    active: !chance(0.03),
    usageLimit: chance(0.1) ? whole(1, 3) : null,
    used: whole(0, 3),
    usesPerCustomer: chance(0.1) ? whole(1, 2) : null,
    customerTags: chance(0.1) ? someOf(tags) : [],
    firstOrderOnly: chance(0.07),
    priority: chance(0.7) ? 0 : whole(-1, 2),
    combines: chance(0.7),
  };
}

function buyer({ whole, chance, oneOf, someOf }: Random, discounts: readonly Discount[]): Buyer {
  if (chance(0.5)) return oneOf(["unknown", "none"] as const);
  return {
    tags: someOf(tags),
    hasOrdered: chance(0.5),
    uses: new Map(discounts.map(({ id }) => [id, whole(0, 2)])),
  };
}

function rate({ whole, chance, oneOf, someOf }: Random, scale: number) {
  const by = oneOf(["WEIGHT", "SUBTOTAL"] as const);
  const step = by === "WEIGHT" ? 2_000 : 60 * scale;
  return {
    price: whole(0, 30 * scale),
    freeAbove: chance(0.5) ? whole(0, 300 * scale) : null,
    ...(chance(0.3)
      ? {
          steps: {
            by,
            prices: Array.from({ length: whole(1, 4) }, (_, i) => ({
              from: i * step,
              price: whole(0, 40 * scale),
            })),
          },
        }
      : {}),
    freeFor: chance(0.1) ? someOf(products) : [],
  };
}

function taxFacts(random: Random): TaxFacts {
  const { whole, chance, oneOf } = random;
  return {
    settings: {
      isIncluded: chance(0.5),
      isShippingTaxed: chance(0.5),
      hasReverseCharge: chance(0.5),
      acceptsUnverifiedVatIds: chance(0.7),
      hasHomeRatesInEu: chance(0.4),
    },
    rates: Array.from({ length: whole(0, 8) }, (_, i) => taxRate(random, i)),
    home: oneOf(["IT", "DE", "US"]),
    destination: oneOf([
      { country: "IT", region: "", postalCode: "" },
      { country: "IT", region: "mi ", postalCode: "20144" },
      { country: "IT", region: "SO", postalCode: "23041" },
      { country: "DE", region: "", postalCode: "10115" },
      { country: "ES", region: "", postalCode: "35001" },
      { country: "GB", region: "", postalCode: "bt1 5gs" },
      { country: "GB", region: "", postalCode: "SW1A 1AA" },
      { country: "US", region: "CA", postalCode: "90210" },
      { country: "US", region: " ca ", postalCode: "9" },
      { country: "US", region: "NY", postalCode: "" },
    ]),
    isPickup: chance(0.15),
    vatId: chance(0.5)
      ? { vatId: "", country: oneOf(["IT", "DE", "XI"]), isVerified: chance(0.5) }
      : null,
    today: "2026-11-20",
  };
}

function taxRate({ whole, chance, oneOf }: Random, i: number): TaxRate {
  const country = oneOf(["", "IT", "IT", "US", "DE"]);
  const [postalFrom, postalTo] = chance(0.2)
    ? oneOf([
        ["20", "23"],
        ["BT", "BT"],
        ["90210", "90299"],
      ] as const)
    : ["", ""];
  return {
    id: `t${whole(0, 9)}${i}`,
    name: `Tax ${i}`,
    country,
    region: chance(0.3) ? oneOf(country === "IT" ? ["MI", "SO"] : ["CA", "NY"]) : "",
    postalFrom,
    postalTo,
    taxClass: oneOf(classes),
    basisPoints: oneOf([0, 400, 1_000, 2_200, 875, 1_937, 10_000]),
    startsOn: chance(0.4) ? oneOf(["2026-11-19", "2026-11-20", "2026-11-21"]) : null,
  };
}

/** The Mulberry32 generator, which gives the same numbers everywhere for the same seed. */
function randomFrom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const chance = (share: number) => next() < share;
  function oneOf<T>(list: readonly T[]): T {
    return list[whole(0, list.length - 1)] as T;
  }
  function someOf<T>(list: readonly T[]): T[] {
    return list.filter(() => chance(0.5));
  }
  return { whole, chance, oneOf, someOf };
}
