// Constants and timers of pages and the server. Names ending in Ms are in milliseconds, those ending in AtPx in CSS
// pixels.

/** The platform's name on pages and in emails. */
export const platformName = "Vetrina";

/**
 * The slug of the collection of featured and new products. If a store has no such collection, its newest products are
 * shown.
 */
export const newArrivalsLink = "new-arrivals";

/** Limits and timers of the cart. A line never holds more than defaultMaxQuantity units, even if more are in stock. */
export const defaultMaxQuantity = 999;
export const maximumCartLines = 100;
export const badgeMaximum = 99;
export const lowStockAt = 5;
export const addToCartDelayMs = 800;
export const drawerDelayMs = 200;
export const addedFlagMs = 3_000;
export const removedToastMs = 770;

/**
 * The data that a store's pages keep in local or session storage. "buy-now" is the single line bought with Buy Now,
 * which doesn't change the cart.
 */
export type StoredName =
  | ("cart" | "discount-code" | "buy-now" | "checkout" | "checkout-attempt" | "last-order")
  | ("unpaid-orders" | "payments-under-way" | "counted-orders" | "searches" | "helpful")
  | ("wishlist" | "wishlist-account" | "return-path");

/** The session storage key for the scroll positions of pages, which are stored by the key of their history entry. */
export const scrollKey = "scroll";

/** The key in browser storage. Each store has its own keys, because two stores may share an origin. */
export function storageKey(storeSlug: string, name: StoredName): string {
  return `vetrina:${storeSlug}:${name}`;
}

/** The local storage key that a tab changes on sign-out, so that all other tabs sign out too. */
export const signOutStorageKey = "vetrina:sign-out";

/**
 * The widths in pixels of an image's AVIF files, up to the original's width. 360 fits a card on a 390 px phone with two
 * cards per row at 2x density. 2400 fits a scene across a wide window, and zoomed product images.
 */
export const pictureWidths = [360, 640, 960, 1600, 2400];

/** Limits and timers for the product page. */
export const swipeThreshold = 50;
export const copiedMs = 2_000;
export const reviewRating = 5;
export const reviewThanksMs = 2_000;
export const flashSaleMs = 3_600_000;
export const flashSaleTickMs = 30;
export const flashSaleShakeSeconds = 10;

/**
 * Maximum number of a product's reviews per day by authors who are not known to have bought it. Five times as many may
 * await moderation. Staff moderate each review, so a flood from many IP addresses would bury the genuine ones. Reviews
 * by verified buyers don't count, and each of a caller's own reviews counts as ten.
 */
export const maxUnprovenReviews = 100;

/** Limits and timers for other pages. */
export const headerOpaqueAtPx = 50;
export const scrollToTopAtPx = 300;
export const checkoutFadeMs = 200;
export const thankYouRevealMs = [200, 700, 1_200] as const;
export const notifyMs = 3_000;
export const mailFallbackMs = 1_000;
export const copyConfirmationMs = 3_000;

/**
 * How long an unpaid order holds its units: unpaidHoldMinutes at first, and paymentWindowMinutes once a payment has
 * been started.
 */
export const unpaidHoldMinutes = 5;
export const paymentWindowMinutes = 30;
/**
 * How long an order made from a draft can be paid. If staff hold its units until a later date, it can be paid until
 * then.
 */
export const draftPaymentHours = 24;

/** How long the emailed link to set a new password works. */
export const resetLinkHours = 1;

/**
 * Limits on what all callers at one IP address together may hold in a store without paying real money. They keep one
 * caller from holding all stock. They exceed one shopper's needs, because families and offices share an address.
 */
export const holdLimits = {
  orders: 20,
  units: 100,
  share: 0.75,
  alwaysOfVariant: 5,
  alwaysOfStore: 2,
  /** A wide IPv6 network may hold this many times the orders and units of one address. The shares stay the same. */
  network: 8,
  /** Replaces `network` for units of free orders in LIVE mode, because these units are gone permanently. */
  networkTaken: 2,
  /**
   * This share of the units of expired or canceled unpaid orders still counts against the limit on units. Even so, up
   * to `alwaysBesideEnded` units may be held.
   */
  ended: 0.5,
  alwaysBesideEnded: 5,
  /**
   * After this many expired or canceled unpaid orders, an address can place only one order every `unpaidHoldMinutes`.
   * Signed-in callers are exempt until `endedOrdersOfAccount` of their own orders have ended that way.
   */
  endedOrders: 40,
  endedOrdersOfAccount: 10,
} as const;
/**
 * How long expired or canceled unpaid orders count against their IP address, unless another order from that address has
 * been paid with real money since then.
 */
export const endedHoldMinutes = 120;
/**
 * How long the units of a caller's free orders in LIVE mode count against the limits on the caller's next free order.
 * Their uses of limited discounts count against the caller's next order of any kind.
 */
export const freeOrderHours = 24;

/**
 * Days from an order's delivery until the order is complete: the period in which consumers in the EU may withdraw from
 * a purchase (Directive 2011/83/EU, article 9). If no delivery is recorded, the order is complete
 * undeliveredCompletionDays after its last shipment.
 */
export const completionDays = 14;
export const undeliveredCompletionDays = 30;
/**
 * Maximum number of an order's shipments, and of lines in all of them together. One shipment of all remaining lines is
 * allowed even above maxShipmentLines.
 */
export const maxShipments = 100;
export const maxShipmentLines = 500;

/** Default time limits for returns, damage reports and the warranty. */
export const returnDays = 30;
export const damageReportHours = 48;
export const warrantyYears = 1;

/**
 * How long a deleted store keeps its customers, so that an operator can undo an accidental deletion. After that, their
 * names and addresses are erased. Amounts, dates and tax locations are kept for accounting.
 */
export const deletedStoreDays = 30;

/** The author shown for a review whose customer was erased. */
export const formerCustomer = "Former customer";

/** Maximum number of products in a wishlist, in the browser and in an account. */
export const maxWishlistItems = 200;

/** Timers for API calls. */
export const queryGarbageCollectionMs = 300_000;
const queryRetry = { firstMs: 1_000, maximumMs: 30_000 } as const;

/** The delay before the retry with this index (starting at 0): 1 s, doubling up to 30 s. */
export function queryRetryDelayMs(attempt: number): number {
  return Math.min(queryRetry.firstMs * 2 ** attempt, queryRetry.maximumMs);
}
