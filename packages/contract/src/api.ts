import { analytics } from "./stores/analytics.ts";
import { apiKeys } from "./people/api-keys.ts";
import { bulkEdits } from "./catalogue/bulk-edits.ts";
import { collections } from "./catalogue/collections.ts";
import { contact } from "./stores/contact.ts";
import { customers } from "./people/customers.ts";
import { discounts } from "./pricing/discounts.ts";
import { domains } from "./stores/domains.ts";
import { draftOrders } from "./orders/draft-orders.ts";
import type { Endpoint } from "./endpoint.ts";
import { exports } from "./catalogue/exports.ts";
import { imports } from "./catalogue/imports.ts";
import { invitations } from "./people/invitations.ts";
import { inventory } from "./stock/inventory.ts";
import { languages } from "./languages.ts";
import { locations } from "./stock/locations.ts";
import { logging } from "./stores/logging.ts";
import { media } from "./catalogue/media.ts";
import { menus } from "./catalogue/menus.ts";
import { orderChanges } from "./orders/order-changes.ts";
import { orderSelfService } from "./orders/order-self-service.ts";
import { orderDocuments } from "./orders/order-documents.ts";
import { orderManagement } from "./orders/order-management.ts";
import { orders } from "./orders/orders.ts";
import { paymentProviders } from "./orders/payment-providers.ts";
import { payments } from "./orders/payments.ts";
import { policies } from "./stores/policies.ts";
import { products } from "./catalogue/products.ts";
import { reconciliation } from "./orders/reconciliation.ts";
import { refunds } from "./orders/refunds.ts";
import { reviews } from "./catalogue/reviews.ts";
import { roles } from "./people/roles.ts";
import { search } from "./catalogue/search.ts";
import { secondFactor } from "./people/second-factor.ts";
import { shipments } from "./orders/shipments.ts";
import { shipping } from "./pricing/shipping.ts";
import { shippingProviders, shippingRates } from "./pricing/shipping-rates.ts";
import { shippingRegions } from "./pricing/shipping-regions.ts";
import { shippingTexts } from "./pricing/shipping-texts.ts";
import { stockCounts } from "./stock/stock-counts.ts";
import { stores } from "./stores/stores.ts";
import { system } from "./stores/system.ts";
import { taxes } from "./pricing/taxes.ts";
import { upsells } from "./catalogue/upsells.ts";
import { transactions } from "./orders/transactions.ts";
import { transfers } from "./stock/transfers.ts";
import { users } from "./people/users.ts";
import { webhookLog } from "./stores/webhook-log.ts";
import { webhooks } from "./orders/webhooks.ts";

/** The API's base path, the same on every host. */
export const basePath = "/api/v1";
/** The version of the API and its client, as stated in the specification. */
export const apiVersion = "3.14.0-dev.1";

/**
 * The one table of endpoints. Routes, validation, serialization, OpenAPI, the client and the access matrix are derived
 * from it.
 */
export const api = {
  analytics,
  apiKeys,
  bulkEdits,
  collections,
  contact,
  customers,
  discounts,
  domains,
  draftOrders,
  exports,
  imports,
  inventory,
  invitations,
  languages,
  locations,
  logging: { ...logging, ...webhookLog },
  media,
  menus,
  orders: {
    ...orders,
    ...orderManagement,
    ...orderChanges,
    ...orderSelfService,
    ...orderDocuments,
  },
  payments: { ...payments, ...paymentProviders },
  policies,
  products,
  reconciliation,
  refunds,
  reviews,
  roles,
  search,
  shipments,
  shipping: {
    ...shippingProviders,
    ...shippingRegions,
    ...shippingRates,
    ...shippingTexts,
    ...shipping,
  },
  stockCounts,
  stores,
  system,
  taxes,
  upsells,
  transactions,
  transfers,
  users: { ...users, ...secondFactor },
  webhooks,
} as const satisfies Record<string, Record<string, Endpoint>>;
export type Api = typeof api;
