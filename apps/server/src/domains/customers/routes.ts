import type { customers } from "@vetrina/contract/people/customers";
import type { Routes } from "../../platform/http/routes.ts";
import { confirmSubscription } from "./subscriptions/confirm-subscription.ts";
import { createAddress } from "./create-address.ts";
import { createCustomer } from "./create-customer.ts";
import { deleteAddress } from "./delete-address.ts";
import { eraseCustomer } from "./erase-customer.ts";
import { exportCustomer } from "./export-customer.ts";
import { findOrCreateGuest } from "./find-or-create-guest.ts";
import { getCustomer } from "./get-customer.ts";
import { getMyCustomer } from "./get-my-customer.ts";
import { listAddresses } from "./list-addresses.ts";
import { listCustomerOrders } from "./list-customer-orders.ts";
import { listCustomerReviews } from "./list-customer-reviews.ts";
import { listCustomers } from "./list-customers.ts";
import { listWishlist } from "./list-wishlist.ts";
import { subscribe } from "./subscriptions/subscribe.ts";
import { unsubscribe } from "./subscriptions/unsubscribe.ts";
import { updateAddress } from "./update-address.ts";
import { updateCustomer } from "./update-customer.ts";
import { updateWishlist } from "./update-wishlist.ts";

export const customersRoutes: Routes<typeof customers> = {
  listCustomers,
  createCustomer,
  findOrCreateGuest,
  subscribe,
  confirmSubscription,
  unsubscribe,
  getMyCustomer,
  getCustomer,
  updateCustomer,
  eraseCustomer,
  exportCustomer,
  listCustomerOrders,
  listCustomerReviews,
  listAddresses,
  createAddress,
  updateAddress,
  deleteAddress,
  listWishlist,
  updateWishlist,
};
