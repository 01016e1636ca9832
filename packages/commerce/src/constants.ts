// Constants and timers that pages and the server share. Names ending in Ms are milliseconds, AtPx CSS pixels.

/** The platform's name on pages and in emails. */
export const platformName = "Vetrina";

/** The slug of the collection with the featured and "new" products. If it doesn't exist, the newest products are shown. */
export const newArrivalsLink = "new-arrivals";

/** Limits of the cart. A line never holds more than defaultMaxQuantity units, whatever the stock. */
export const defaultMaxQuantity = 999;
export const maximumCartLines = 100;
export const badgeMaximum = 99;
export const lowStockAt = 5;
export const addToCartDelayMs = 800;
export const drawerDelayMs = 200;
export const addedFlagMs = 3_000;
export const removedToastMs = 770;

/**
 * The data that a store's pages keep in local or session storage. buy-now is the single line bought with Buy Now,
 * which doesn't change the cart.
 */
export type StoredName =
  | ("cart" | "buy-now" | "checkout" | "checkout-attempt" | "last-order")
  | ("unpaid-orders" | "payments-under-way" | "counted-orders" | "searches" | "helpful")
  | ("wishlist" | "wishlist-account");

/** The key in session storage for the scroll positions of pages, by the key of their history entry. */
export const scrollKey = "scroll";

/** The storage key. Each store has its own, because two stores may share an origin. */
export function storageKey(storeSlug: string, name: StoredName): string {
  return `vetrina:${storeSlug}:${name}`;
}

/** The local storage key that signs out all tabs when one of them signs out. */
export const signOutStorageKey = "vetrina:sign-out";

/**
 * Widths in pixels of an image's AVIF files, up to the original's width. 360: a card on a 390 px phone with two per
 * row at 2x density. 2400: a scene across a wide window, and zoomed product images.
 */
export const pictureWidths = [360, 640, 960, 1600, 2400];

/** Limits and timers of the product page. */
export const swipeThreshold = 50;
export const copiedMs = 2_000;
export const reviewRating = 5;
export const reviewThanksMs = 2_000;
export const flashSaleMs = 3_600_000;
export const flashSaleTickMs = 30;
export const flashSaleShakeSeconds = 10;

/**
 * Limits on a product's reviews by authors who are not known to have bought it: reviews awaiting moderation, and
 * reviews per day. Staff moderate each review, and a flood from many addresses would bury the genuine ones. Buyers'
 * reviews are always accepted.
 */
export const maxUnprovenReviews = 100;

/** Limits and timers of other pages. */
export const headerOpaqueAtPx = 50;
export const scrollToTopAtPx = 300;
export const checkoutFadeMs = 200;
export const thankYouRevealMs = [200, 700, 1_200] as const;
export const notifyMs = 3_000;
export const mailFallbackMs = 1_000;
export const copyConfirmationMs = 3_000;

/**
 * How long an unpaid order holds its units: unpaidHoldMinutes at first and, once a payment is started,
 * paymentWindowMinutes.
 */
export const unpaidHoldMinutes = 5;
export const paymentWindowMinutes = 30;
/** How long an order made from a draft can be paid. If staff hold its units until a later date, that date applies. */
export const draftPaymentHours = 24;

/**
 * Limits on what a caller may hold in a store without paying real money, so that no caller can hold all stock: unpaid
 * orders, units in unpaid and paid test orders, and shares of a variant's units, the store's units and a code's uses. A
 * few units may always be held. Families and offices share an address, so limits exceed one shopper's needs.
 */
export const holdLimits = {
  orders: 20,
  units: 100,
  share: 0.75,
  alwaysOfVariant: 5,
  alwaysOfStore: 2,
  /**
   * Factor for the orders and units that all addresses of a wide IPv6 network may hold together. Shares stay the
   * same.
   */
  network: 8,
  /** Replaces `network` for units of free orders in LIVE, because these units are gone permanently. */
  networkTaken: 2,
  /**
   * The share of units of expired or canceled unpaid orders that still counts against the limits. Up to
   * alwaysBesideEnded units may still be held.
   */
  ended: 0.5,
  alwaysBesideEnded: 5,
  /**
   * After this many ended unpaid orders, however few units they had, an address can place only one order per hold time.
   * Signed-in callers there can still order, until `endedOrdersOfAccount` of their own have ended.
   */
  endedOrders: 40,
  endedOrdersOfAccount: 10,
} as const;
/**
 * How long expired or canceled unpaid orders count against their address, unless it has since paid for another order.
 */
export const endedHoldMinutes = 120;
/** How long units of free orders in LIVE count against the caller, under the same limits. */
export const freeOrderHours = 24;

/**
 * Days from an order's delivery until it is complete: the period in which consumers in the EU may withdraw
 * (Directive 2011/83/EU, article 9). If no delivery is recorded, days from the order's last shipment.
 */
export const completionDays = 14;
export const undeliveredCompletionDays = 30;
/** Maximum number of shipments of an order, and of their lines together. A shipment of all lines left is always allowed. */
export const maxShipments = 100;
export const maxShipmentLines = 500;

/** Default periods of a store's promises after a sale. */
export const returnDays = 30;
export const damageReportHours = 48;
export const warrantyYears = 1;

/**
 * How long a deleted store keeps its customers, so that an operator can undo an accidental deletion. Afterwards, names
 * and addresses are erased. Amounts, dates and tax locations stay for accounting.
 */
export const deletedStoreDays = 30;

/** The author of a review whose customer was erased. */
export const formerCustomer = "Former customer";

/** Maximum products in a wishlist, in the browser and in an account. */
export const maxWishlistItems = 200;

/** Timers of API calls. */
export const queryGarbageCollectionMs = 300_000;
const queryRetry = { firstMs: 1_000, maximumMs: 30_000 } as const;

/** The delay before the retry of this index (0 is the first): 1 s, doubling up to 30 s. */
export function queryRetryDelayMs(attempt: number): number {
  return Math.min(queryRetry.firstMs * 2 ** attempt, queryRetry.maximumMs);
}
