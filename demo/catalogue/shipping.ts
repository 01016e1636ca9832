import type { StoreSlug } from "./types.ts";

type DayRange = { min: number; max: number };

export type DemoShippingMethod = {
  name: "Standard" | "Express Worldwide" | "Next Day";
  /** Major units of the store's currency. */
  price: number;
  /** Prices by the parcel's weight. The first price is repeated in `price`. */
  byWeight?: { fromGrams: number; price: number }[];
  /** Shipping is free if the discounted subtotal is above this amount; null if never. */
  freeAbove: number | null;
  /** Business days of processing. Default: the store's. */
  processing?: DayRange;
  /** Business days in transit, after processing. */
  transit: DayRange;
};

export type DemoShippingRegion = {
  name: string;
  /** ISO 3166-1 alpha-2; "*" means every country not in another region. */
  countries: string[];
  methods: DemoShippingMethod[];
};

export type DemoShipping = {
  /** Business days of processing before an order is shipped. */
  processing: DayRange;
  /** The region whose Standard method is used for estimates until an address is known. */
  homeRegion: string;
  regions: DemoShippingRegion[];
};

const europeanUnion =
  "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE".split(" ");
const restOfEurope = "AD CH GB IS LI MC NO SM VA".split(" ");

/** Shipped on the day of the order and delivered on the next business day. */
const nextDay = { processing: { min: 0, max: 0 }, transit: { min: 1, max: 1 } };

/** The shipping providers: the first for the Standard methods, the second for the faster ones. */
export const shippingProviders = [
  { name: "Standard", type: "STANDARD" as const },
  { name: "Express", type: "EXPRESS" as const },
];

/** The shipping methods and prices, from which all texts about shipping are filled in. */
export const shipping: Record<StoreSlug, DemoShipping> = {
  sorvela: {
    processing: { min: 1, max: 2 },
    homeRegion: "United States",
    regions: [
      {
        name: "United States",
        countries: ["US"],
        methods: [
          { name: "Standard", price: 9.99, freeAbove: 100, transit: { min: 7, max: 10 } },
          { name: "Express Worldwide", price: 19.99, freeAbove: 150, transit: { min: 3, max: 5 } },
          { name: "Next Day", price: 29.99, freeAbove: null, ...nextDay },
        ],
      },
      {
        name: "Canada",
        countries: ["CA"],
        methods: [
          { name: "Standard", price: 9.99, freeAbove: 100, transit: { min: 7, max: 10 } },
          { name: "Express Worldwide", price: 19.99, freeAbove: 200, transit: { min: 3, max: 5 } },
        ],
      },
      {
        name: "Europe",
        countries: [...europeanUnion, ...restOfEurope],
        methods: [
          { name: "Standard", price: 9.99, freeAbove: 100, transit: { min: 7, max: 10 } },
          { name: "Express Worldwide", price: 19.99, freeAbove: 250, transit: { min: 3, max: 5 } },
        ],
      },
      {
        name: "Rest of World",
        countries: ["*"],
        methods: [
          { name: "Standard", price: 9.99, freeAbove: 100, transit: { min: 10, max: 21 } },
          {
            name: "Express Worldwide",
            price: 34.99,
            byWeight: [
              { fromGrams: 0, price: 34.99 },
              { fromGrams: 2000, price: 44.99 },
              { fromGrams: 5000, price: 64.99 },
            ],
            freeAbove: null,
            transit: { min: 3, max: 5 },
          },
        ],
      },
    ],
  },
  tordo: {
    processing: { min: 1, max: 3 },
    homeRegion: "Portugal",
    regions: [
      {
        name: "Portugal",
        countries: ["PT"],
        methods: [
          { name: "Standard", price: 4.5, freeAbove: 80, transit: { min: 2, max: 4 } },
          { name: "Next Day", price: 12, freeAbove: null, ...nextDay },
        ],
      },
      {
        name: "European Union",
        countries: europeanUnion.filter((country) => country !== "PT"),
        methods: [
          { name: "Standard", price: 8.9, freeAbove: 150, transit: { min: 4, max: 8 } },
          { name: "Express Worldwide", price: 18, freeAbove: null, transit: { min: 2, max: 3 } },
        ],
      },
      {
        name: "Rest of Europe",
        countries: restOfEurope,
        methods: [{ name: "Standard", price: 14.9, freeAbove: 200, transit: { min: 6, max: 12 } }],
      },
      {
        name: "Rest of World",
        countries: ["*"],
        methods: [
          {
            name: "Standard",
            price: 22,
            freeAbove: null,
            transit: { min: 10, max: 20 },
          },
        ],
      },
    ],
  },
};
