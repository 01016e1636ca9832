import {
  composeBackInStock,
  composeSubscriptionAsked,
  composeSubscriptionConfirmed,
} from "./domains/customers/mails.ts";
import { composePrimaryHostChanged } from "./domains/custom-domains/mails.ts";
import { composeContactCopy, composeContactMessage } from "./domains/contact/mails.ts";
import { composePaymentLink } from "./domains/draft-orders/mails.ts";
import { composeLowStock } from "./domains/inventory/mails.ts";
import { composeOrderDelivered, composeOrderShipped } from "./domains/shipments/mails.ts";
import { composeOrderDisputed } from "./domains/disputes/mails.ts";
import {
  composeOrderCanceled,
  composeOrderChanged,
  composeOrderConfirmation,
  composeOrderRefunded,
} from "./domains/order-mails/mails.ts";
import { composeRefundFailed } from "./domains/refunds/refund-failed.ts";
import { composeContactAddressChanged } from "./domains/stores/mails.ts";
import { accountComposers } from "./domains/users/account-mails.ts";
import type { Composers } from "./platform/mail/compose.ts";

/** The composer of each email (platform/mail/mail-kinds.ts). */
export const composers: Composers = {
  ...accountComposers,
  "order-confirmation": composeOrderConfirmation,
  "order-shipped": composeOrderShipped,
  "order-delivered": composeOrderDelivered,
  "order-canceled": composeOrderCanceled,
  "order-changed": composeOrderChanged,
  "order-refunded": composeOrderRefunded,
  "order-payment-link": composePaymentLink,
  "order-disputed": composeOrderDisputed,
  "refund-failed": composeRefundFailed,
  "subscription-asked": composeSubscriptionAsked,
  "subscription-confirmed": composeSubscriptionConfirmed,
  "back-in-stock": composeBackInStock,
  "low-stock": composeLowStock,
  "primary-host-changed": composePrimaryHostChanged,
  "contact-address-changed": composeContactAddressChanged,
  "contact-message": composeContactMessage,
  "contact-copy": composeContactCopy,
};
