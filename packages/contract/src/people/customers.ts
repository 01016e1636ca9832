import { z } from "zod";
import { Address, Email, Id, Limit, listOf, OptionalText, Page, Text, Time } from "../common.ts";
import { ContactMessage } from "../stores/contact.ts";
import { endpoint } from "../endpoint.ts";
import { AddressType } from "../enumerations.ts";
import { Amount, Currency } from "../money.ts";
import { DraftOrderWithItems } from "../orders/draft-orders.ts";
import { CustomerOrder } from "../orders/customer-orders.ts";
import { Order } from "../orders/orders.ts";
import { Review } from "../catalogue/reviews.ts";
import { wishlistCalls, WishlistItem } from "../catalogue/wishlists.ts";
import { notProven, Proof } from "./users.ts";

export const Customer = z
  .object({
    id: Id,
    storeId: Id,
    email: z.string(),
    name: z.string().meta({ description: "Empty if no name was given." }),
    phone: z.string().nullable(),
    hasAccount: z.boolean().meta({ description: "Whether the customer has an account." }),
    newsletter: z.boolean().meta({
      description:
        "Whether the customer subscribed to the newsletter and confirmed the subscription.",
    }),
    orderCount: z.int().meta({
      description: "Paid orders, except refunded, deleted and (in a LIVE store) test orders.",
    }),
    totalSpent: Amount,
    currency: Currency,
    lastOrderAt: Time.nullable(),
    note: z.string().nullable().meta({
      description:
        "A note that staff wrote; null if there is none. The customer sees it only in an export.",
    }),
    tags: z.array(z.string()).meta({
      description: "Tags that staff set. The customer sees them only in an export.",
    }),
    createdAt: Time,
    updatedAt: Time,
    version: z.int(),
  })
  .meta({ id: "Customer" });
export type Customer = z.infer<typeof Customer>;

const Name = OptionalText(120);
const Phone = OptionalText(40).regex(
  /^[+(\d][\d\s()./-]{3,}$/,
  "Use a phone number like +1 512 555 0100.",
);
const staffs = {
  note: OptionalText(2000).nullish().meta({ description: "Requires MANAGE_CUSTOMERS." }),
  tags: z.array(Text(60)).max(50).optional().meta({ description: "Requires MANAGE_CUSTOMERS." }),
};

export const CustomerUpdate = z.strictObject({
  name: Name.optional(),
  phone: Phone.nullish(),
  email: Email.optional().meta({
    description: "Requires MANAGE_CUSTOMERS. Fails if the customer has an account.",
  }),
  newsletter: z.boolean().optional().meta({
    description: "Only the customer can send true: staff can't subscribe a customer.",
  }),
  ...staffs,
});
export type CustomerUpdate = z.infer<typeof CustomerUpdate>;

export const CustomerAddress = z
  .object({
    id: Id,
    type: AddressType,
    isDefault: z.boolean(),
    ...Address.shape,
    createdAt: Time,
    updatedAt: Time,
    version: z.int(),
  })
  .meta({ id: "CustomerAddress" });
export type CustomerAddress = z.infer<typeof CustomerAddress>;

export const CustomerAddressInput = z.strictObject({
  ...Address.shape,
  type: AddressType.default("SHIPPING"),
  isDefault: z.boolean().optional().meta({
    description:
      "Each type has one default. The first address of a type always becomes the default.",
  }),
});
export type CustomerAddressInput = z.infer<typeof CustomerAddressInput>;

export const CustomerReview = Review.extend({
  status: z.enum(["PENDING", "APPROVED", "REJECTED"]),
  product: z.object({ id: Id, name: z.string(), link: z.string() }),
}).meta({ id: "CustomerReview" });
export type CustomerReview = z.infer<typeof CustomerReview>;

export const Subscription = z
  .object({
    id: Id,
    email: z.string(),
    source: z.enum(["newsletter", "coming-soon", "back-in-stock"]),
    variantId: Id.nullable(),
    requestedAt: Time,
    confirmedAt: Time.nullable(),
    unsubscribedAt: Time.nullable(),
  })
  .meta({ id: "Subscription" });
export type Subscription = z.infer<typeof Subscription>;

/**
 * All personal data that a store has on a customer. Former emails, addresses and the wishlist are only on the first
 * page; the other lists continue on later pages.
 */
export const CustomerExport = z
  .object({
    exportedAt: Time,
    store: z.object({ id: Id, name: z.string() }),
    customer: Customer,
    formerEmails: z.array(z.string()),
    account: z
      .object({ id: Id, email: z.string(), name: z.string(), createdAt: Time })
      .nullable()
      .meta({
        description: "The user who signs in as this customer; null if staff export the data.",
      }),
    addresses: z.array(CustomerAddress),
    orders: z.array(CustomerOrder),
    draftOrders: z.array(DraftOrderWithItems).meta({
      description: "Drafts that the store prepared and that haven't become orders yet.",
    }),
    reviews: z.array(CustomerReview),
    subscriptions: z.array(Subscription),
    contactMessages: z.array(ContactMessage).meta({
      description: "Contact form messages from the customer's address.",
    }),
    wishlist: z.array(WishlistItem.extend({ name: z.string(), link: z.string() })),
    next: z.string().nullable().meta({ description: "Pass it as `after` for the next page." }),
  })
  .meta({ id: "CustomerExport" });
export type CustomerExport = z.infer<typeof CustomerExport>;

const byStore = { by: "store", in: "params", field: "storeId" } as const;
const storeId = z.object({ storeId: z.string().max(253) });
const ofCustomer = { by: "resource", kind: "customer", in: "params", field: "id" } as const;
const byId = z.object({ id: Id });
const theirs = { allow: ["MANAGE_CUSTOMERS", "customer"] } as const;

export const customers = {
  listCustomers: endpoint({
    method: "GET",
    path: "/customers/store/{storeId}",
    summary: "Lists the store's customers with the number and total of their paid orders.",
    access: { allow: ["MANAGE_CUSTOMERS"] },
    store: byStore,
    params: storeId,
    query: z.object({
      search: Text(254).optional().meta({
        description:
          "The beginning of the full name, last name, email or phone. Finds at most 1,000 customers by each of these fields.",
      }),
      sort: z.enum(["newest", "oldest", "last-order", "most-spent"]).default("newest"),
      page: Page,
      limit: Limit,
      after: z
        .string()
        .max(200)
        .optional()
        .meta({ description: "`next` of the previous page. If sent, `page` is ignored." }),
    }),
    response: listOf(Customer).extend({
      next: z.string().nullable().meta({ description: "Pass it as `after` for the next page." }),
    }),
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  createCustomer: endpoint({
    method: "POST",
    path: "/customers/store/{storeId}",
    summary: "Creates a customer without an account, for example one who ordered by phone.",
    access: { allow: ["MANAGE_CUSTOMERS"] },
    store: byStore,
    params: storeId,
    body: z.strictObject({
      email: Email,
      name: Name.default(""),
      phone: Phone.nullish(),
      ...staffs,
    }),
    response: Customer,
    status: 201,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "IDEMPOTENCY_KEY_REUSED"],
    idempotent: true,
    personal: true,
  }),
  findOrCreateGuest: endpoint({
    method: "POST",
    path: "/customers/store/{storeId}/guest",
    summary:
      "Returns a handle to send instead of a guest's email and name when creating an order. The response doesn't reveal whether the email address is known.",
    access: { allow: ["public"], limit: 20 },
    store: byStore,
    params: storeId,
    body: z.strictObject({ email: Email, name: Name.optional() }),
    response: z.object({
      handle: z.string().meta({ description: "Send it with the order as customerHandle." }),
      expiresAt: Time,
    }),
    errors: ["NOT_FOUND", "RATE_LIMITED"],
    personal: true,
  }),
  subscribe: endpoint({
    method: "POST",
    path: "/customers/subscribe/{storeId}",
    summary:
      "Subscribes an email address to the newsletter, the launch announcement, or the notification that a variant is back in stock. The subscription starts when the link in the email is opened.",
    access: { allow: ["public"], limit: 10 },
    store: byStore,
    params: storeId,
    body: z.strictObject({
      email: Email,
      source: z.enum(["newsletter", "coming-soon", "back-in-stock"]).default("newsletter"),
      variantId: Id.optional().meta({
        description: "For back-in-stock subscriptions: the variant.",
      }),
    }),
    response: z.object({ status: z.literal("PENDING") }),
    status: 202,
    errors: ["NOT_FOUND", "RATE_LIMITED"],
    personal: true,
  }),
  confirmSubscription: endpoint({
    method: "POST",
    path: "/customers/subscribe/{storeId}/confirm",
    summary: "Confirms a subscription with the token from the email.",
    access: { allow: ["public"], limit: 30 },
    store: byStore,
    params: storeId,
    body: z.strictObject({ token: z.string().min(20).max(200) }),
    response: z.object({ status: z.literal("SUBSCRIBED") }),
    errors: ["NOT_FOUND", "RATE_LIMITED"],
    personal: true,
  }),
  unsubscribe: endpoint({
    method: "POST",
    path: "/customers/unsubscribe/{storeId}",
    summary: "Unsubscribes from a mailing list with the token from the email.",
    access: { allow: ["public"], limit: 30 },
    store: byStore,
    params: storeId,
    body: z.strictObject({ token: z.string().min(20).max(200) }),
    response: z.object({ status: z.literal("UNSUBSCRIBED") }),
    errors: ["NOT_FOUND", "RATE_LIMITED"],
    personal: true,
  }),
  getMyCustomer: endpoint({
    method: "GET",
    path: "/customers/me",
    summary:
      "Returns the signed-in user as a customer of the store. The first call creates the customer and links earlier orders.",
    access: { allow: ["user"] },
    store: { by: "store", in: "query", field: "storeId", orHost: true },
    query: z.object({ storeId: z.string().max(253).optional() }),
    response: Customer,
    errors: ["NOT_FOUND", "EMAIL_NOT_VERIFIED"],
    personal: true,
  }),
  getCustomer: endpoint({
    method: "GET",
    path: "/customers/{id}",
    summary: "Returns a customer with the number and total of their paid orders.",
    access: theirs,
    store: ofCustomer,
    params: byId,
    response: Customer,
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  updateCustomer: endpoint({
    method: "PUT",
    path: "/customers/{id}",
    summary:
      "Updates a customer. Fields that aren't sent don't change. Fails if the version sent in If-Match is outdated.",
    access: theirs,
    store: ofCustomer,
    params: byId,
    body: CustomerUpdate,
    response: Customer,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "EDIT_CONFLICT", "FORBIDDEN", "LIMIT_REACHED"],
    personal: true,
  }),
  eraseCustomer: endpoint({
    method: "DELETE",
    path: "/customers/{id}",
    summary:
      "Erases a customer's personal data in the store. The totals, dates and items of orders are kept. Customers may have to send currentPassword. Fails while the customer has an open order that was placed with their account or paid with real money, even in part, or has a change that waits for it. Paid test orders don't count. The error's details list all of these orders in `orders`, and those that must be shipped or canceled first in `paid`. Unpaid guest orders are canceled. A payment that can't be canceled is refunded if it is captured later.",
    access: theirs,
    store: ofCustomer,
    params: byId,
    body: Proof.optional(),
    errors: ["NOT_FOUND", "OPEN_ORDERS", "EDIT_CONFLICT", ...notProven],
    personal: true,
  }),
  exportCustomer: endpoint({
    method: "GET",
    path: "/customers/{id}/export",
    summary:
      "Exports all personal data that the store holds on a customer, in pages. A caller can start six exports a minute. The audit log records exports at most once an hour for each customer and caller.",
    access: theirs,
    store: ofCustomer,
    params: byId,
    query: z.object({
      after: z.string().max(60).optional().meta({ description: "`next` of the previous page." }),
    }),
    response: CustomerExport,
    errors: ["NOT_FOUND", "RATE_LIMITED"],
    personal: true,
  }),
  listCustomerOrders: endpoint({
    method: "GET",
    path: "/customers/{id}/orders",
    summary: "Lists the customer's orders, newest first.",
    access: theirs,
    store: ofCustomer,
    params: byId,
    query: z.object({ page: Page, limit: Limit }),
    response: listOf(Order),
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  listCustomerReviews: endpoint({
    method: "GET",
    path: "/customers/{id}/reviews",
    summary: "Lists the customer's reviews, newest first, including those not published.",
    access: theirs,
    store: ofCustomer,
    params: byId,
    query: z.object({ page: Page, limit: Limit }),
    response: listOf(CustomerReview),
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  listAddresses: endpoint({
    method: "GET",
    path: "/customers/{id}/addresses",
    summary: "Lists the customer's addresses: shipping, then billing, each with its default first.",
    access: theirs,
    store: ofCustomer,
    params: byId,
    query: z.object({ page: Page, limit: Limit, type: AddressType.optional() }),
    response: listOf(CustomerAddress),
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  createAddress: endpoint({
    method: "POST",
    path: "/customers/{id}/addresses",
    summary: "Adds an address to a customer.",
    access: theirs,
    store: ofCustomer,
    params: byId,
    body: CustomerAddressInput,
    response: CustomerAddress,
    status: 201,
    errors: ["NOT_FOUND", "LIMIT_REACHED", "IDEMPOTENCY_KEY_REUSED"],
    idempotent: true,
    personal: true,
  }),
  updateAddress: endpoint({
    method: "PUT",
    path: "/customers/{id}/addresses/{addressId}",
    summary:
      "Replaces an address. If isDefault is true, it becomes the default of its type. If isDefault is false and it was the default, another address of its type becomes the default, if there is one.",
    access: theirs,
    store: ofCustomer,
    params: z.object({ id: Id, addressId: Id }),
    body: CustomerAddressInput,
    response: CustomerAddress,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
    personal: true,
  }),
  deleteAddress: endpoint({
    method: "DELETE",
    path: "/customers/{id}/addresses/{addressId}",
    summary:
      "Deletes an address. If it was the default, the newest address of its type becomes the default.",
    access: theirs,
    store: ofCustomer,
    params: z.object({ id: Id, addressId: Id }),
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
    personal: true,
  }),
  ...wishlistCalls,
};
