import { z } from "zod";

// Includes the enumerations of the specification (section 3), with the same spelling.
export const AddressType = z.enum(["SHIPPING", "BILLING"]);
export const AnalyticsEventType = z.enum([
  "SALE",
  "PRODUCT_VIEW",
  "CART_ADD",
  "CHECKOUT_START",
  "CUSTOMER_SIGNUP",
]);
export const AuditAction = z.enum(["OTHER", "CREATE", "UPDATE", "DELETE", "LOGIN", "LOGOUT"]);
export const DiscountType = z.enum(["PERCENTAGE", "FIXED_AMOUNT", "FREE_SHIPPING"]);
export const DomainStatus = z.enum(["ACTIVE", "INACTIVE", "VERIFYING", "FAILED"]);
/** An EXPIRED invitation can be sent again. */
export const InvitationStatus = z.enum(["PENDING", "EXPIRED", "ACCEPTED", "WITHDRAWN"]);
/** A REVOKED key can't be activated again. */
export const KeyStatus = z.enum(["ACTIVE", "INACTIVE", "REVOKED"]);
export const OrderStatus = z.enum([
  "PENDING",
  "COMPLETED",
  "PAID",
  "FULFILLED",
  "CANCELLED",
  "REFUNDED",
]);
export const PaymentEnv = z.enum(["TEST", "LIVE"]);
/** In requests, lower case is accepted too (see ProviderInput). */
export const PaymentProvider = z.enum(["STRIPE", "PAYPAL", "MOLLIE", "OTHER"]);
export const PaymentStatus = z.enum([
  "FAILED",
  "PENDING",
  "COMPLETED",
  "REFUNDED",
  "DISPUTED",
  "DISPUTE_RESOLVED",
]);
export const PerformanceEvent = z.enum([
  "PRODUCT_VIEW",
  "CHECKOUT_START",
  "ADD_TO_CART",
  "ORDER_COMPLETE",
]);
export const RoleType = z.enum(["ADMIN", "MANAGER", "STAFF", "CUSTOMER"]);
export const ShippingProviderType = z.enum(["CUSTOM", "STANDARD", "EXPRESS", "INTERNATIONAL"]);
/** How the price of a shipping rate is determined. */
export const ShippingRateType = z.enum(["FLAT", "BY_WEIGHT", "BY_SUBTOTAL", "PICKUP"]);
export const ShippingStatus = z.enum(["PENDING", "SHIPPED", "DELIVERED", "RETURNED"]);
/** How much of an order is in shipments, pending or sent. DELIVERED: everything was shipped and has arrived. */
export const FulfillmentState = z.enum(["UNFULFILLED", "PARTIAL", "FULFILLED", "DELIVERED"]);
/** How much of an order was returned. */
export const ReturnState = z.enum(["NONE", "REQUESTED", "PARTIAL", "RETURNED"]);
export const TransactionStatus = z.enum(["FAILED", "PENDING", "COMPLETED"]);
/** How a payment that staff recorded was made. */
export const PaymentMethod = z.enum(["BANK_TRANSFER", "CASH", "OTHER"]);
export const TransactionType = z.enum(["PAYMENT", "REFUND"]);
export const StorePolicyType = z.enum([
  "REFUND_POLICY",
  "SHIPPING_POLICY",
  "PRIVACY_POLICY",
  "TERMS_OF_SERVICE",
  "LEGAL_NOTICE",
  "CUSTOM",
]);
export const UpsellType = z.enum(["RELATED", "UPSELL", "CROSS_SELL"]);
/**
 * FAILED means that several attempts have failed and no more will follow. Staff can still have the event processed
 * again.
 */
export const WebhookStatus = z.enum(["FAILED", "RECEIVED", "PROCESSED"]);
/** The kinds of content that can be translated. OPTION and NAVIGATION are translated once for the whole store. */
export const TranslatableType = z.enum(["PRODUCT", "COLLECTION", "POLICY", "OPTION", "NAVIGATION"]);
export const LanguageCode = z.enum([
  "EN",
  "ES",
  "FR",
  "DE",
  "IT",
  "PT",
  "RU",
  "ZH",
  "JA",
  "KO",
  "AR",
  "HI",
  "VI",
]);

export type AuditAction = z.infer<typeof AuditAction>;
export type DiscountType = z.infer<typeof DiscountType>;
export type InvitationStatus = z.infer<typeof InvitationStatus>;
export type KeyStatus = z.infer<typeof KeyStatus>;
export type OrderStatus = z.infer<typeof OrderStatus>;
export type PaymentEnv = z.infer<typeof PaymentEnv>;
export type PaymentMethod = z.infer<typeof PaymentMethod>;
export type PaymentProvider = z.infer<typeof PaymentProvider>;
export type PaymentStatus = z.infer<typeof PaymentStatus>;
export type PerformanceEvent = z.infer<typeof PerformanceEvent>;
export type RoleType = z.infer<typeof RoleType>;
export type ShippingStatus = z.infer<typeof ShippingStatus>;
export type TransactionStatus = z.infer<typeof TransactionStatus>;
export type TransactionType = z.infer<typeof TransactionType>;
export type StorePolicyType = z.infer<typeof StorePolicyType>;
export type UpsellType = z.infer<typeof UpsellType>;
export const Language = LanguageCode.optional().meta({
  description:
    "Returns texts in this language where they are translated, else in the store's default language.",
});

export type TranslatableType = z.infer<typeof TranslatableType>;
export type LanguageCode = z.infer<typeof LanguageCode>;
