import { expect, test } from "vitest";
import * as constants from "./constants.ts";

test("are those that were agreed", () => {
  const { cartStorageKey, buyNowStorageKey, queryRetryDelayMs, ...values } = constants;
  expect(values).toEqual({
    defaultCurrency: "USD",
    defaultLocale: "en-US",
    defaultTaxBasisPoints: 800,
    mostUnprovenReviews: 100,
    newArrivalsLink: "new-arrivals",
    defaultMaxQuantity: 999,
    maximumCartLines: 100,
    badgeMaximum: 99,
    lowStockAt: 5,
    addToCartDelayMs: 800,
    drawerDelayMs: 200,
    addedFlagMs: 3000,
    removedToastMs: 770,
    pictureWidths: [360, 640, 960, 1600, 2400],
    swipeThreshold: 50,
    copiedMs: 2000,
    reviewRating: 5,
    reviewThanksMs: 2000,
    tooltipDelayMs: 700,
    tooltipSkipDelayMs: 300,
    flashSaleMs: 60 * 60 * 1000,
    flashSaleTickMs: 30,
    flashSaleShakeSeconds: 10,
    headerOpaqueAtPx: 50,
    scrollToTopAtPx: 300,
    checkoutFadeMs: 200,
    thankYouRevealMs: [200, 700, 1200],
    notifyMs: 3000,
    mailFallbackMs: 1000,
    copyConfirmationMs: 3000,
    unpaidHoldMinutes: 5,
    paymentWindowMinutes: 30,
    holdLimits: {
      orders: 20,
      units: 100,
      share: 0.75,
      alwaysOfVariant: 5,
      alwaysOfStore: 2,
      network: 8,
      ended: 0.5,
      alwaysBesideEnded: 5,
    },
    endedHoldMinutes: 120,
    deletedStoreDays: 30,
    formerCustomer: "Former customer",
    maxWishlistItems: 200,
    paymentClientId: "test",
    returnDays: 30,
    refundBusinessDays: { min: 5, max: 7 },
    processingBusinessDays: { min: 1, max: 2 },
    damageReportHours: 48,
    warrantyYears: 1,
    minimumTokenLength: 10,
    queryGarbageCollectionMs: 5 * 60 * 1000,
    queryRetry: { firstMs: 1000, maximumMs: 30_000 },
  });
  expect(cartStorageKey("sorvela")).not.toBe(cartStorageKey("other"));
  expect(cartStorageKey("sorvela")).not.toBe(buyNowStorageKey("sorvela"));
  expect([0, 1, 2, 3, 4, 5, 60].map(queryRetryDelayMs)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
});
