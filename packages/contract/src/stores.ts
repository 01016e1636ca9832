import { z } from "zod";
import { Country, Email, Id, Link, Time } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { DomainStatus, PaymentEnv, StorePolicyType } from "./enumerations.ts";
import { Amount, Currency } from "./money.ts";

const Action = z.object({ label: z.string(), href: z.string() });
/** A picture by its key under /media. */
const Picture = z.object({ key: z.string(), alt: z.string(), width: z.int(), height: z.int() });
const Block = z.object({
  headline: z.string(),
  text: z.string(),
  action: Action,
  picture: Picture,
});

/** What the home page says; written by the store's staff. */
export const HomeContent = z
  .object({
    hero: Block.extend({ lead: z.string() }).omit({ text: true }),
    featured: z.object({ title: z.string(), collection: Link }),
    editorial: z.array(Block).max(4),
    behindTheScenes: z.object({ headline: z.string(), text: z.string(), picture: Picture }),
    newsletter: z.object({ headline: z.string(), text: z.string() }),
  })
  .meta({ id: "HomeContent" });
export type HomeContent = z.infer<typeof HomeContent>;

/** CSS custom properties of the store's look, without the leading dashes: { "color-accent": "#2340c7" }. */
export const Theme = z.record(
  z.string().regex(/^[a-z][a-z0-9-]*$/),
  z.string().regex(/^[^;{}<>]*$/),
);
export type Theme = z.infer<typeof Theme>;

export const BusinessHours = z.object({ days: z.string(), hours: z.string() });
export const StoreContact = z.object({
  email: Email,
  phone: z.string().nullable(),
  address: z.array(z.string()),
  hours: z.array(BusinessHours),
});

/** A store as its shoppers may see it. */
export const Store = z
  .object({
    id: Id,
    slug: Link,
    name: z.string(),
    tagline: z.string(),
    domain: z.string().meta({ description: "The verified host customers use; no port." }),
    currency: Currency,
    locale: z.string().meta({ description: "BCP 47, e.g. en-US." }),
    country: Country,
    environment: PaymentEnv,
    theme: Theme,
    contact: StoreContact,
    navigation: z.array(Action).meta({ description: "The header's links, in order." }),
    home: HomeContent,
    socialImage: z.string().nullable(),
    shipping: z.object({
      methodName: z.string(),
      price: Amount,
      freeAbove: Amount.nullable().meta({ description: "Free strictly above this subtotal." }),
      processingDays: z.object({ min: z.int(), max: z.int() }),
      transitDays: z.object({ min: z.int(), max: z.int() }),
    }),
    taxPercent: z
      .number()
      .meta({ description: "Added to the discounted subtotal; 0 where prices include it." }),
    returnDays: z.int(),
    createdAt: Time,
    settings: z
      .object({
        timeZone: z.string().meta({ description: "IANA name, e.g. Europe/Rome." }),
        domains: z.array(
          z.object({ host: z.string(), status: DomainStatus, isPrimary: z.boolean() }),
        ),
      })
      .optional()
      .meta({ description: "With MANAGE_SETTINGS: what shoppers are not told." }),
  })
  .meta({ id: "Store" });
export type Store = z.infer<typeof Store>;

export const StorePolicy = z
  .object({
    id: Id,
    type: StorePolicyType,
    title: z.string(),
    content: z.string().meta({ description: "Sanitised HTML." }),
    updatedAt: Time,
  })
  .meta({ id: "StorePolicy" });
export type StorePolicy = z.infer<typeof StorePolicy>;

const Chart = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
});
const Text = z.object({ title: z.string(), text: z.string() });
/** The help pages' text as data: size guide, shipping, returns, support. */
export const StoreHelp = z
  .object({
    sizeCharts: z.array(Chart),
    measuring: z.array(Text),
    sizeTips: z.array(z.string()),
    shippingSteps: z.array(Text),
    shippingNotes: z.array(z.string()),
    returnSteps: z.array(Text),
    returnConditions: z.array(z.string()),
    nonReturnable: z.array(z.string()),
    returnFaq: z.array(Text),
    faq: z.array(Text),
    warranty: Text,
    company: z.array(Text.extend({ email: Email })),
  })
  .meta({ id: "StoreHelp" });
export type StoreHelp = z.infer<typeof StoreHelp>;

const byStore = { by: "store", in: "params", field: "id" } as const;
const params = z.object({
  id: z.string().max(253).meta({ description: "Store id, slug or domain." }),
});

export const stores = {
  getStore: endpoint({
    method: "GET",
    path: "/stores/{id}",
    summary: "A store's public settings, by id, slug or domain.",
    access: { allow: ["public"], more: "MANAGE_SETTINGS" },
    store: byStore,
    params,
    response: Store,
    errors: ["NOT_FOUND"],
  }),
  listPolicies: endpoint({
    method: "GET",
    path: "/stores/{id}/policies",
    summary: "The store's policies in force.",
    access: { allow: ["public"] },
    store: byStore,
    params,
    response: z.object({ items: z.array(StorePolicy) }),
    errors: ["NOT_FOUND"],
  }),
  getHelp: endpoint({
    method: "GET",
    path: "/stores/{id}/help",
    summary: "The text of the help pages: size charts, shipping, returns, support.",
    access: { allow: ["public"] },
    store: byStore,
    params,
    response: StoreHelp,
    errors: ["NOT_FOUND"],
  }),
};
