import type { StoreSlug } from "./types.ts";

export type DemoDiscount = {
  code: string;
  type: "PERCENTAGE" | "FIXED_AMOUNT" | "FREE_SHIPPING";
  /** A percentage, or an amount in major units of the store's currency; 0 for free shipping. */
  value: number;
  /** The minimum subtotal, in major units. */
  minimumSubtotal?: number;
  /** Maximum number of uses by all customers together. */
  usageLimit?: number;
  /** The discount starts this many days before the server's first start. */
  startedDaysAgo: number;
  /**
   * The discount ends this many days after the server's first start, or before it if negative. If missing, it doesn't
   * end.
   */
  endsInDays?: number;
  /** A note for the store's staff. */
  note: string;
};

/** The discount codes of each store, of every type, with and without limits. */
export const discounts: Record<StoreSlug, DemoDiscount[]> = {
  sorvela: [
    {
      code: "WELCOME10",
      type: "PERCENTAGE",
      value: 10,
      startedDaysAgo: 400,
      note: "Sent with the first letter from the cutting room.",
    },
    {
      code: "TAKE25",
      type: "FIXED_AMOUNT",
      value: 25,
      minimumSubtotal: 150,
      startedDaysAgo: 60,
      note: "Twenty-five off orders of 150 and more.",
    },
    {
      code: "THREAD5",
      type: "FIXED_AMOUNT",
      value: 5,
      startedDaysAgo: 200,
      note: "An apology that fits on a card: five off anything.",
    },
    {
      code: "SHIPFREE",
      type: "FREE_SHIPPING",
      value: 0,
      startedDaysAgo: 90,
      note: "Standard shipping without a minimum.",
    },
    {
      code: "STUDIO30",
      type: "PERCENTAGE",
      value: 30,
      usageLimit: 25,
      startedDaysAgo: 10,
      endsInDays: 60,
      note: "For visitors of the open studio; twenty-five uses in all.",
    },
    {
      code: "SUMMER15",
      type: "PERCENTAGE",
      value: 15,
      startedDaysAgo: 170,
      endsInDays: -80,
      note: "Ended with August; kept to show what an expired code says.",
    },
  ],
  tordo: [
    {
      code: "OLA10",
      type: "PERCENTAGE",
      value: 10,
      startedDaysAgo: 300,
      note: "First order.",
    },
    {
      code: "FERRY8",
      type: "FIXED_AMOUNT",
      value: 8,
      minimumSubtotal: 60,
      startedDaysAgo: 45,
      note: "Printed on the back of the ferry timetable.",
    },
    {
      code: "PORTES",
      type: "FREE_SHIPPING",
      value: 0,
      minimumSubtotal: 40,
      startedDaysAgo: 30,
      note: "Postage is on us from forty euro.",
    },
    {
      code: "BENCH20",
      type: "PERCENTAGE",
      value: 20,
      usageLimit: 10,
      startedDaysAgo: 5,
      endsInDays: 30,
      note: "Ten uses, for people on the repair list.",
    },
    {
      code: "SARDINHA",
      type: "PERCENTAGE",
      value: 13,
      startedDaysAgo: 165,
      endsInDays: -155,
      note: "The feast of Saint Anthony, over since June.",
    },
  ],
};
