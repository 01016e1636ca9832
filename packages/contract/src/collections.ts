import { z } from "zod";
import { Id, Image, Limit, Link, listOf, OptionalText, Page, Text, Time } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { Language } from "./enumerations.ts";
import { AmountInput } from "./money.ts";
import { Department } from "./product-inputs.ts";

const Named = z.strictObject({
  category: Text(60).optional(),
  department: Department.optional().meta({
    description: "Unisex pieces belong to both women and men.",
  }),
  tag: Text(60).optional(),
  price: z
    .strictObject({ from: AmountInput.optional(), below: AmountInput.optional() })
    .refine(({ from, below }) => from !== undefined || below !== undefined, {
      message: "Name from, below, or both.",
    })
    .refine(({ from = 0, below }) => below === undefined || from < below, {
      message: "Set below above from.",
    })
    .optional()
    .meta({ description: "The cheapest variant's price, from and below, in major units." }),
  sale: z.literal(true).optional(),
  newest: z
    .union([
      z.strictObject({ days: z.int().min(1).max(3650) }),
      z.strictObject({ count: z.int().min(1).max(1000) }),
    ])
    .optional()
    .meta({
      description:
        "Published in the last so many days, or the latest so many of those that meet the rest.",
    }),
  inStock: z.literal(true).optional(),
});

/** Which products a collection holds: those that meet every named condition. */
export const CollectionRule = Named.refine((rule) => Object.keys(rule).length > 0, {
  message: "Name at least one condition; null is for products chosen by hand.",
}).meta({ id: "CollectionRule" });
export type CollectionRule = z.infer<typeof CollectionRule>;

export const Collection = z
  .object({
    id: Id,
    link: Link,
    name: z.string(),
    description: z.string().meta({
      description: "The first 500 characters in a list, except for the store's staff.",
    }),
    image: Image.nullable().meta({ description: "Its own, else that of its first product." }),
    mediaId: Id.nullable().meta({ description: "Its own picture among the store's media." }),
    productCount: z.int().meta({ description: "Published ones." }),
    rule: CollectionRule.nullable().meta({ description: "null: products chosen by hand." }),
    position: z.int(),
    isPublished: z.boolean(),
    version: z.int(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: "Collection" });
export type Collection = z.infer<typeof Collection>;

const Fields = z.strictObject({
  name: Text(255),
  link: Link.optional().meta({ description: "Made from the name when absent." }),
  description: OptionalText(10_000),
  rule: CollectionRule.nullable(),
  mediaId: Id.nullish().meta({
    description: "A picture of the store's media; null: none of its own.",
  }),
  position: z.int().min(0).max(1_000_000).optional().meta({ description: "Absent: last." }),
  isPublished: z.boolean(),
});
const Products = z
  .array(Id)
  .min(1)
  .max(500)
  .refine((ids) => new Set(ids).size === ids.length, { message: "Name each product once." });

export const CollectionInput = Fields.extend({
  description: Fields.shape.description.default(""),
  rule: Fields.shape.rule.default(null),
  isPublished: Fields.shape.isPublished.default(true),
  products: Products.optional().meta({ description: "By hand, in this order." }),
});
export type CollectionInput = z.infer<typeof CollectionInput>;

const byId = { by: "resource", kind: "collection", in: "params", field: "id" } as const;
const byStore = { by: "store", in: "params", field: "storeId" } as const;
const StoreName = z.string().max(253);

export const collections = {
  listCollections: endpoint({
    method: "GET",
    path: "/collections/store/{storeId}",
    summary:
      "The store's published collections; with MANAGE_PRODUCTS also those that are not published.",
    access: { allow: ["public"], more: "MANAGE_PRODUCTS" },
    store: byStore,
    params: z.object({ storeId: StoreName }),
    query: z.object({ language: Language, page: Page, limit: Limit }),
    response: listOf(Collection),
    errors: ["NOT_FOUND"],
  }),
  getCollection: endpoint({
    method: "GET",
    path: "/collections/store/{storeId}/{link}",
    summary: "One published collection by its link; with MANAGE_PRODUCTS also an unpublished one.",
    access: { allow: ["public"], more: "MANAGE_PRODUCTS" },
    store: byStore,
    params: z.object({ storeId: StoreName, link: z.string().max(200) }),
    query: z.object({ language: Language }),
    response: Collection,
    errors: ["NOT_FOUND"],
  }),
  createCollection: endpoint({
    method: "POST",
    path: "/collections/store/{storeId}",
    summary: "Makes a collection, by a rule or of products chosen by hand.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byStore,
    params: z.object({ storeId: StoreName }),
    body: CollectionInput,
    response: Collection,
    status: 201,
    errors: [
      "NOT_FOUND",
      "ALREADY_EXISTS",
      "RULED_COLLECTION",
      "LIMIT_REACHED",
      "CURRENCY_CHANGED",
      "IDEMPOTENCY_KEY_REUSED",
    ],
    idempotent: true,
  }),
  updateCollection: endpoint({
    method: "PUT",
    path: "/collections/{id}",
    summary: "Changes the named fields; with If-Match only that version.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byId,
    params: z.object({ id: Id }),
    body: Fields.partial(),
    response: Collection,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "EDIT_CONFLICT", "CURRENCY_CHANGED"],
  }),
  deleteCollection: endpoint({
    method: "DELETE",
    path: "/collections/{id}",
    summary: "Takes a collection out of the store; its products stay.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byId,
    params: z.object({ id: Id }),
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
  addCollectionProducts: endpoint({
    method: "POST",
    path: "/collections/{id}/products",
    summary:
      "Puts products into a collection by hand, in this order: at the end, or at a position, where those that were in it move to.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byId,
    params: z.object({ id: Id }),
    body: z.strictObject({
      products: Products,
      position: z.int().min(0).max(10_000).optional().meta({ description: "From 0." }),
    }),
    response: Collection,
    errors: ["NOT_FOUND", "RULED_COLLECTION", "LIMIT_REACHED", "EDIT_CONFLICT"],
  }),
  removeCollectionProducts: endpoint({
    method: "DELETE",
    path: "/collections/{id}/products",
    summary:
      "Takes products out of a collection by hand; those that are not in it are passed over.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byId,
    params: z.object({ id: Id }),
    body: z.strictObject({ products: Products }),
    response: Collection,
    errors: ["NOT_FOUND", "RULED_COLLECTION", "EDIT_CONFLICT"],
  }),
};
