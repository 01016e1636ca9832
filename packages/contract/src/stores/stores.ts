import { z } from "zod";
import { Country, Flag, Id, Limit, Link, listOf, OptionalText, Page, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { DomainStatus, Language, PaymentEnv, StorePolicyType } from "../enumerations.ts";
import { Amount, Currency } from "../money.ts";
import { Permission } from "../people/permissions.ts";
import { Action, HomeContent, StoreContact, StoreHelp } from "./store-content.ts";
import { StoreInput, StoreUpdate } from "./store-settings.ts";
import {
  LiveChat,
  ShippingCalendar,
  SocialLink,
  StoreLaunch,
  StorePromises,
  StoreSeason,
} from "./store-facts.ts";
import { Theme } from "./theme.ts";
import { notProven, Proof } from "../people/users.ts";

/** Adds the store's time zone, because the chat hours are in it. */
const ShownLiveChat = LiveChat.extend({ timeZone: z.string() }).meta({ id: "ShownLiveChat" });

/** A store as shoppers may see it. */
export const Store = z
  .object({
    id: Id,
    slug: Link,
    name: z.string(),
    tagline: z.string(),
    domain: z
      .string()
      .meta({ description: "The verified host that shoppers use, without a port." }),
    currency: Currency,
    locale: z.string().meta({ description: "BCP 47, e.g. en-US." }),
    country: Country,
    environment: PaymentEnv,
    theme: Theme,
    contact: StoreContact,
    navigation: z.array(Action).meta({ description: "The header's links, in order." }),
    home: HomeContent,
    socialImage: z.string().nullable(),
    shipping: z
      .object({
        methodName: z.string(),
        price: Amount,
        freeAbove: Amount.nullable().meta({
          description: "Shipping is free if the discounted subtotal is greater than this.",
        }),
        freeDomesticOnly: z.boolean().meta({
          description:
            "true if at least one other region doesn't ship orders above `freeAbove` for free.",
        }),
        processingDays: z.object({ min: z.int(), max: z.int() }),
        transitDays: z.object({ min: z.int(), max: z.int() }),
      })
      .nullable()
      .meta({ description: "Shipping price in the home country; null if nothing ships there." }),
    taxPercent: z.number().meta({
      description:
        "The home country's standard tax rate in percent, which is added to the discounted subtotal; 0 if prices include tax.",
    }),
    taxesShipping: z.boolean(),
    takesVatIds: z.boolean().meta({
      description: "Whether companies in other EU countries can enter a VAT ID.",
    }),
    returnDays: z.int(),
    timeZone: z.string().meta({ description: "IANA name, e.g. Europe/Rome." }),
    shippingCalendar: ShippingCalendar,
    promises: StorePromises,
    season: StoreSeason.nullable().meta({
      description:
        "The season named in the banner of the collection page; null if the page has no banner.",
    }),
    launch: StoreLaunch.nullable(),
    socialLinks: z.array(SocialLink),
    liveChat: ShownLiveChat.nullable(),
    version: z.int().meta({ description: "Increases with each change. Send it as If-Match." }),
    createdAt: Time,
    settings: z
      .object({
        timeZone: z.string().meta({ description: "IANA name, e.g. Europe/Rome." }),
        domains: z.array(
          z.object({ host: z.string(), status: DomainStatus, isPrimary: z.boolean() }),
        ),
        allowedOrigins: z.array(z.string()).meta({
          description: "Origins whose pages may call the store's API from a browser.",
        }),
        isContactConfirmed: z.boolean().meta({
          description:
            "Whether the contact address has been confirmed. Until then, contact messages go to an owner.",
        }),
      })
      .optional()
      .meta({
        description:
          "Settings that shoppers don't see. Returned only to callers with MANAGE_SETTINGS.",
      }),
  })
  .meta({ id: "Store" });
export type Store = z.infer<typeof Store>;

/** A store as platform administrators see it. */
export const StoreSummary = z
  .object({
    id: Id,
    slug: Link,
    name: z.string(),
    domain: z.string().meta({ description: "The host that shoppers use; empty if there is none." }),
    currency: Currency,
    country: Country,
    environment: PaymentEnv,
    createdAt: Time,
    deletedAt: Time.nullable(),
  })
  .meta({ id: "StoreSummary" });
export type StoreSummary = z.infer<typeof StoreSummary>;

/** A store that the user works in. */
export const MyStore = StoreSummary.omit({ deletedAt: true })
  .extend({
    roles: z.array(z.string()).meta({ description: "The names of the user's roles in the store." }),
    permissions: z
      .array(Permission)
      .meta({ description: "The permissions of all roles together." }),
    isOwner: z
      .boolean()
      .meta({ description: "Whether the user holds the role ADMIN and has accepted it." }),
  })
  .meta({ id: "MyStore" });
export type MyStore = z.infer<typeof MyStore>;

export const StorePolicy = z
  .object({
    id: Id,
    type: StorePolicyType,
    title: z.string(),
    content: z.string().meta({ description: "Sanitized HTML." }),
    version: z.int().meta({ description: "Increases with each version. Send it as If-Match." }),
    updatedAt: Time,
  })
  .meta({ id: "StorePolicy" });
export type StorePolicy = z.infer<typeof StorePolicy>;

const byStore = { by: "store", in: "params", field: "id" } as const;
const params = z.object({
  id: z.string().max(253).meta({
    description:
      "Store id, slug or domain. A loopback name such as localhost means the default store.",
  }),
});

export const stores = {
  listStores: endpoint({
    method: "GET",
    path: "/stores",
    summary: "Lists the platform's stores, newest first.",
    access: { allow: ["platform"] },
    store: { by: "none" },
    query: z.object({
      search: OptionalText(100)
        .optional()
        .meta({ description: "The beginning of a name or slug." }),
      isDeleted: Flag.optional().meta({ description: "Only deleted stores." }),
      after: Id.optional().meta({ description: "The id of the last store on the previous page." }),
      page: Page,
      limit: Limit,
    }),
    response: listOf(StoreSummary),
    errors: [],
  }),
  listMyStores: endpoint({
    method: "GET",
    path: "/stores/my-stores",
    summary:
      "Lists the stores that the caller works in, sorted by name, with the caller's roles and permissions.",
    access: { allow: ["user"] },
    store: { by: "none" },
    query: z.object({ page: Page, limit: Limit }),
    response: listOf(MyStore),
    errors: [],
  }),
  createStore: endpoint({
    method: "POST",
    path: "/stores",
    summary:
      "Creates a store owned by the caller, with its own host, the built-in roles, default policies and shipping in the home country.",
    access: { allow: ["user"], limit: 30 },
    store: { by: "none" },
    example: {
      slug: "my-store",
      name: "My store",
      country: "US",
      contact: { email: "hello@my-store.example" },
    },
    body: StoreInput,
    response: Store,
    status: 201,
    errors: ["ALREADY_EXISTS", "LIMIT_REACHED", "RATE_LIMITED"],
  }),
  getStore: endpoint({
    method: "GET",
    path: "/stores/{id}",
    summary:
      "Returns a store by id, slug or domain. Callers with MANAGE_SETTINGS also get the settings that shoppers don't see.",
    access: { allow: ["public"], more: "MANAGE_SETTINGS" },
    store: byStore,
    params,
    query: z.object({ language: Language }),
    response: Store,
    errors: ["NOT_FOUND"],
  }),
  updateStore: endpoint({
    method: "PUT",
    path: "/stores/{id}",
    summary:
      "Updates the store's settings. Settings that aren't sent don't change. A new contact address may have to be confirmed with a link sent to it; the owners are notified. Changing the address may require currentPassword. The currency can't change once there are orders. Only owners can switch between TEST and LIVE.",
    access: { allow: ["MANAGE_SETTINGS"] },
    store: byStore,
    params,
    body: z.strictObject({ ...StoreUpdate.shape, ...Proof.shape }),
    response: Store,
    errors: ["NOT_FOUND", "CURRENCY_FIXED", "PERMISSION_NOT_HELD", "EDIT_CONFLICT", ...notProven],
  }),
  verifyContactEmail: endpoint({
    method: "POST",
    path: "/stores/contact-email/verification",
    summary: "Verifies a store's contact address with the token from the email.",
    access: { allow: ["public"], limit: 10 },
    store: { by: "none" },
    body: z.strictObject({ token: z.string().min(20).max(200) }),
    response: z.object({ status: z.literal("VERIFIED") }),
    errors: ["TOKEN_INVALID", "RATE_LIMITED"],
    personal: true,
  }),
  deleteStore: endpoint({
    method: "DELETE",
    path: "/stores/{id}",
    summary:
      "Deletes a store: closes it for staff and shoppers and releases its hosts. Fails while real payments or refunds are in progress, paid orders still have to be shipped, or changes of orders wait for payment. May require currentPassword.",
    access: { allow: ["owner"] },
    store: byStore,
    params,
    body: Proof.optional(),
    errors: ["NOT_FOUND", "OPEN_ORDERS", "EDIT_CONFLICT", ...notProven],
  }),
  listPolicies: endpoint({
    method: "GET",
    path: "/stores/{id}/policies",
    summary: "Lists the store's current policies.",
    access: { allow: ["public"] },
    store: byStore,
    params,
    query: z.object({ language: Language }),
    response: z.object({ items: z.array(StorePolicy) }),
    errors: ["NOT_FOUND"],
  }),
  getHelp: endpoint({
    method: "GET",
    path: "/stores/{id}/help",
    summary: "Returns the help pages' content: size charts, shipping, returns, support.",
    access: { allow: ["public"] },
    store: byStore,
    params,
    response: StoreHelp,
    errors: ["NOT_FOUND"],
  }),
  getSizeGuide: endpoint({
    method: "GET",
    path: "/stores/{id}/size-guide",
    summary:
      "Returns the size guide as a PDF: charts in centimeters and inches, how to measure, and tips.",
    access: { allow: ["public"], limit: 60 },
    store: byStore,
    params,
    file: "application/pdf",
    errors: ["NOT_FOUND", "RATE_LIMITED", "SERVER_BUSY"],
  }),
};
