import { z } from "zod";
import { Id, Image, Limit, Link, listOf, OptionalText, Page, Text, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { Language } from "../enumerations.ts";
import { AmountInput } from "../money.ts";
import { Department } from "./product-inputs.ts";

const Named = z.strictObject({
  category: Text(60).optional(),
  department: Department.optional().meta({
    description: "Products of the department unisex belong to both women and men.",
  }),
  tag: Text(60).optional(),
  price: z
    .strictObject({ from: AmountInput.optional(), below: AmountInput.optional() })
    .refine(({ from, below }) => from !== undefined || below !== undefined, {
      message: "Send `from`, `below`, or both.",
    })
    .refine(({ from = 0, below }) => below === undefined || from < below, {
      message: "`below` must be greater than `from`.",
    })
    .optional()
    .meta({
      description:
        "The price of the cheapest variant: at least `from` and less than `below`, in major units.",
    }),
  sale: z.literal(true).optional(),
  newest: z
    .union([
      z.strictObject({ days: z.int().min(1).max(3650) }),
      z.strictObject({ count: z.int().min(1).max(1000) }),
    ])
    .optional()
    .meta({
      description:
        "With `days`: products published in the last `days` days. With `count`: the newest `count` of the products that meet the other conditions.",
    }),
  inStock: z.literal(true).optional(),
});

/** The rule that selects a collection's products: a product must meet every condition that is set. */
export const CollectionRule = Named.refine((rule) => Object.keys(rule).length > 0, {
  message: "Send at least one condition, or null for hand-picked products.",
}).meta({ id: "CollectionRule" });
export type CollectionRule = z.infer<typeof CollectionRule>;

export const Collection = z
  .object({
    id: Id,
    link: Link,
    name: z.string(),
    description: z.string().meta({
      description:
        "In lists, only the first 500 characters are returned, except to callers with MANAGE_PRODUCTS.",
    }),
    image: Image.nullable().meta({
      description: "The collection's own image, or else the image of its first product.",
    }),
    mediaId: Id.nullable().meta({ description: "The media id of the collection's own image." }),
    productCount: z.int().meta({ description: "Number of published products." }),
    rule: CollectionRule.nullable().meta({ description: "null: the products are hand-picked." }),
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
  link: Link.optional().meta({ description: "Generated from the name if absent." }),
  description: OptionalText(10_000),
  rule: CollectionRule.nullable(),
  mediaId: Id.nullish().meta({
    description:
      "The media id of one of the store's images; null removes the collection's own image.",
  }),
  position: z.int().min(0).max(1_000_000).optional().meta({ description: "Last if absent." }),
  isPublished: z.boolean(),
});
const Products = z
  .array(Id)
  .min(1)
  .max(500)
  .refine((ids) => new Set(ids).size === ids.length, { message: "List each product only once." });

export const CollectionInput = Fields.extend({
  description: Fields.shape.description.default(""),
  rule: Fields.shape.rule.default(null),
  isPublished: Fields.shape.isPublished.default(true),
  products: Products.optional().meta({ description: "Hand-picked products, in this order." }),
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
      "Lists the store's published collections. Callers with MANAGE_PRODUCTS also get unpublished ones.",
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
    summary:
      "Returns a published collection by its slug. Callers with MANAGE_PRODUCTS also get unpublished ones.",
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
    summary: "Creates a collection, either from a rule or from hand-picked products.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byStore,
    params: z.object({ storeId: StoreName }),
    body: CollectionInput,
    response: Collection,
    status: 201,
    errors: [
      "NOT_FOUND",
      "ALREADY_EXISTS",
      "AUTOMATED_COLLECTION",
      "LIMIT_REACHED",
      "CURRENCY_CHANGED",
      "IDEMPOTENCY_KEY_REUSED",
    ],
    idempotent: true,
  }),
  updateCollection: endpoint({
    method: "PUT",
    path: "/collections/{id}",
    summary:
      "Updates a collection. Fields that aren't sent don't change. Fails if the version sent in If-Match is outdated.",
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
    summary: "Deletes a collection, but not its products.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byId,
    params: z.object({ id: Id }),
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
  addCollectionProducts: endpoint({
    method: "POST",
    path: "/collections/{id}/products",
    summary:
      "Adds products to a hand-picked collection in the given order, at the end or at a position. With a position, products that are already in the collection are moved to it.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byId,
    params: z.object({ id: Id }),
    body: z.strictObject({
      products: Products,
      position: z
        .int()
        .min(0)
        .max(10_000)
        .optional()
        .meta({ description: "From 0; at the end if absent." }),
    }),
    response: Collection,
    errors: ["NOT_FOUND", "AUTOMATED_COLLECTION", "LIMIT_REACHED", "EDIT_CONFLICT"],
  }),
  removeCollectionProducts: endpoint({
    method: "DELETE",
    path: "/collections/{id}/products",
    summary:
      "Removes products from a hand-picked collection. Products that aren't in the collection are ignored.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byId,
    params: z.object({ id: Id }),
    body: z.strictObject({ products: Products }),
    response: Collection,
    errors: ["NOT_FOUND", "AUTOMATED_COLLECTION", "EDIT_CONFLICT"],
  }),
};
