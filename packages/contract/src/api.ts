import { analytics } from "./analytics.ts";
import { apiKeys } from "./api-keys.ts";
import { bulkEdits } from "./bulk-edits.ts";
import { collections } from "./collections.ts";
import { contact } from "./contact.ts";
import { customers } from "./customers.ts";
import { discounts } from "./discounts.ts";
import { domains } from "./domains.ts";
import type { Endpoint } from "./endpoint.ts";
import { exports } from "./exports.ts";
import { imports } from "./imports.ts";
import { invitations } from "./invitations.ts";
import { inventory } from "./inventory.ts";
import { languages } from "./languages.ts";
import { locations } from "./locations.ts";
import { logging } from "./logging.ts";
import { media } from "./media.ts";
import { menus } from "./menus.ts";
import { orderDocuments } from "./order-documents.ts";
import { orderManagement } from "./order-management.ts";
import { orders } from "./orders.ts";
import { payments } from "./payments.ts";
import { policies } from "./policies.ts";
import { products } from "./products.ts";
import { refunds } from "./refunds.ts";
import { reviews } from "./reviews.ts";
import { roles } from "./roles.ts";
import { search } from "./search.ts";
import { shipments } from "./shipments.ts";
import { shipping } from "./shipping.ts";
import { shippingProviders, shippingRates } from "./shipping-rates.ts";
import { shippingRegions } from "./shipping-regions.ts";
import { shippingTexts } from "./shipping-texts.ts";
import { stockCounts } from "./stock-counts.ts";
import { stores } from "./stores.ts";
import { system } from "./system.ts";
import { taxes } from "./taxes.ts";
import { upsells } from "./upsells.ts";
import { transactions } from "./transactions.ts";
import { transfers } from "./transfers.ts";
import { users } from "./users.ts";

/** The API's base path, the same on every host. */
export const basePath = "/api/v1";
/** The version of the API and its client, as the specification states it. */
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
  exports,
  imports,
  inventory,
  invitations,
  languages,
  locations,
  logging,
  media,
  menus,
  orders: { ...orders, ...orderManagement, ...orderDocuments },
  payments,
  policies,
  products,
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
  users,
} as const satisfies Record<string, Record<string, Endpoint>>;
export type Api = typeof api;
