// Every business constant and timer, once. Names ending in Ms are milliseconds, AtPx CSS pixels.

/** Where a store has not said otherwise. */
export const defaultCurrency = "USD";
export const defaultLocale = "en-US";
export const defaultTaxBasisPoints = 800;

/** What is featured and listed as new: the store's collection of this link, else its newest pieces. */
export const newArrivalsLink = "new-arrivals";

/** The cart. A line never holds more than defaultMaxQuantity, whatever the stock. */
export const defaultMaxQuantity = 999;
export const maximumCartLines = 100;
export const badgeMaximum = 99;
export const lowStockAt = 5;
export const addToCartDelayMs = 800;
export const drawerDelayMs = 200;
export const addedFlagMs = 3_000;
export const removedToastMs = 770;

/** The cart's key in local storage, one a store. */
export function cartStorageKey(storeSlug: string): string {
  return `vetrina:${storeSlug}:cart`;
}

/** The key of the one line bought by Buy Now, which leaves the cart as it is. */
export function buyNowStorageKey(storeSlug: string): string {
  return `vetrina:${storeSlug}:buy-now`;
}

/**
 * Pixels across of a picture's AVIF files, up to its own width. 360: a card, two across, of a phone of 390 px at two dots a
 * pixel. 2400: a scene that fills a wide window, and what a zoom shows.
 */
export const pictureWidths = [360, 640, 960, 1600, 2400];

/** The product page. */
export const swipeThreshold = 50;
export const copiedMs = 2_000;
export const reviewRating = 5;
export const reviewThanksMs = 2_000;
export const tooltipDelayMs = 700;
export const tooltipSkipDelayMs = 300;
export const flashSaleMs = 3_600_000;
export const flashSaleTickMs = 30;
export const flashSaleShakeSeconds = 10;

/**
 * Reviews of a product by nobody who is known to have bought it that wait to be looked at, or come in a day: people read them
 * one by one, and a flood from many addresses would bury those that are meant. Buyers' own are always taken.
 */
export const maxUnprovenReviews = 100;

/** The other screens. */
export const headerOpaqueAtPx = 50;
export const scrollToTopAtPx = 300;
export const checkoutFadeMs = 200;
export const thankYouRevealMs = [200, 700, 1_200] as const;
export const notifyMs = 3_000;
export const mailFallbackMs = 1_000;
export const copyConfirmationMs = 3_000;

/** Orders and payment. An order holds its units so long until a payment is begun, and then once for the payment window. */
export const unpaidHoldMinutes = 5;
export const paymentWindowMinutes = 30;

/**
 * What one caller may hold without paying real money in a store at a time, so that nobody empties it: unpaid orders, units
 * in them and in paid test orders, this share of the units of a variant and of the store, and that of the uses of a
 * limited code. A few units may always be held, or nobody could buy the last ones. An address may stand for a family or
 * an office, so it holds more than one shopper needs.
 */
export const holdLimits = {
  orders: 20,
  units: 100,
  share: 0.75,
  alwaysOfVariant: 5,
  alwaysOfStore: 2,
  /** How much more all addresses of a wide IPv6 network may hold together: orders and units, but no larger shares. */
  network: 8,
  /** How many more units they may take by free orders in LIVE, which are gone for good. */
  networkTaken: 2,
  /** Of the units of orders that ended unpaid, which go on counting; so many units may always be held beside them. */
  ended: 0.5,
  alwaysBesideEnded: 5,
  /**
   * Orders from one address that ended unpaid, however few units they had. Past them it places one at a time, in the time
   * that one holds its units; signed-in callers place theirs beside it, until so many of their own ended.
   */
  endedOrders: 40,
  endedOrdersOfAccount: 10,
} as const;
/** How long orders that ended unpaid count against the address they came from, unless it paid for another since. */
export const endedHoldMinutes = 120;
/** How long units of free orders in LIVE count against the caller who took them, by the same limits. */
export const freeOrderHours = 24;
export const paymentClientId = "test";

/** What the store promises after the sale. */
export const returnDays = 30;
export const refundBusinessDays = { min: 5, max: 7 } as const;
export const processingBusinessDays = { min: 1, max: 2 } as const;
export const damageReportHours = 48;
export const warrantyYears = 1;

/**
 * How long a deleted store keeps its customers, so that the operator can undo a deletion by mistake. Then names and
 * addresses go. Accounting needs amounts, dates and places of taxes, which stay.
 */
export const deletedStoreDays = 30;

/** The author of a review whose customer was erased. */
export const formerCustomer = "Former customer";

/** A wishlist's longest, in a browser as in an account. */
export const maxWishlistItems = 200;

/** Calls and their tokens. */
export const minimumTokenLength = 10;
export const queryGarbageCollectionMs = 300_000;
export const queryRetry = { firstMs: 1_000, maximumMs: 30_000 } as const;

/** How long to wait before the retry of this index (0 is the first): 1 s, doubling up to 30 s. */
export function queryRetryDelayMs(attempt: number): number {
  return Math.min(queryRetry.firstMs * 2 ** attempt, queryRetry.maximumMs);
}
