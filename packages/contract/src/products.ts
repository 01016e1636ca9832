import { z } from "zod";
import { Id, Image, Link, listOf, Text, Time } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { Language } from "./enumerations.ts";
import { Amount, Currency, Sale } from "./money.ts";
import {
  BodyMeasure,
  Department,
  Measure,
  MissingVariants,
  ProductInput,
  ProductListQuery,
  ProductStatus,
  ProductUpdate,
  VariantInput,
  VariantUpdate,
} from "./product-inputs.ts";

const Rating = z
  .object({
    average: z
      .number()
      .nullable()
      .meta({ description: "1 to 5, one decimal; null without reviews." }),
    count: z.int(),
  })
  .meta({ id: "Rating" });

/** A choice a product offers, in the order its values are shown. */
export const ProductOption = z
  .object({
    name: z.string(),
    values: z.array(
      z.object({
        value: z.string(),
        swatch: z.string().nullable().meta({ description: "#rrggbb of a colour, else null." }),
      }),
    ),
  })
  .meta({ id: "ProductOption" });
export type ProductOption = z.infer<typeof ProductOption>;

export const Variant = z
  .object({
    id: Id,
    name: z
      .string()
      .meta({ description: "The option values joined by ' / '; 'One Size' without options." }),
    slug: z
      .string()
      .meta({ description: "The name as it stands in the URL: 'navy-m'. Unique in the product." }),
    sku: z.string().nullable(),
    price: Amount,
    regularPrice: Amount.nullable().meta({
      description: "Above price where the variant is reduced.",
    }),
    lowestPrice: Amount.nullable().meta({
      description:
        "The lowest price of the 30 days before the present reduction, where the store's country asks for it to be shown.",
    }),
    stock: z.int().meta({ description: "Pieces there are to buy." }),
    maxQuantity: z.int().meta({
      description: "Pieces that can be bought now: stock, and what may be back-ordered.",
    }),
    available: z.boolean().meta({ description: "maxQuantity above 0." }),
    backorderDate: z.iso.date().nullable().meta({
      description: "When pieces beyond the stock are expected; null where that is not known.",
    }),
    options: z.record(z.string(), z.string()),
    images: z.array(Image).meta({
      description:
        "The product's of its color: fewer of them where all variants' together are more than 500.",
    }),
    weightGrams: z.int().nullable().optional().meta({
      description: "With MANAGE_PRODUCTS, as the barcode is.",
    }),
    barcode: z.string().nullable().optional(),
  })
  .meta({ id: "Variant" });
export type Variant = z.infer<typeof Variant>;

/** What the product page reads. */
export const Product = z
  .object({
    id: Id,
    storeId: Id,
    link: Link,
    name: z.string(),
    description: z.string().meta({ description: "Sanitised HTML." }),
    seoTitle: z.string().nullable(),
    seoDescription: z
      .string()
      .nullable()
      .meta({ description: "Sanitised HTML; shown instead of description." }),
    metaDescription: z.string().meta({ description: "Plain text for search engines." }),
    status: ProductStatus,
    category: z.string().nullable(),
    department: Department.nullable(),
    vendor: z.string().nullable(),
    tags: z.array(z.string()),
    composition: z.string().nullable(),
    care: z.array(z.string()),
    measures: z.array(Measure),
    bodyMeasures: z.array(BodyMeasure),
    currency: Currency,
    options: z.array(ProductOption),
    variants: z.array(Variant).meta({ description: "Price ascending, then in option order." }),
    images: z.array(Image),
    rating: Rating,
    sale: Sale.nullable(),
    labels: z.record(z.string(), z.string()).optional().meta({
      description:
        "What options and their values are called in the language asked for; the others as they stand.",
    }),
    version: z.int().meta({ description: "Grows with each change; send it back as If-Match." }),
    publishedAt: Time.nullable(),
    saleEndsAt: Time.nullable().meta({
      description: "As it was set. null again once the sale has ended and prices have gone back.",
    }),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: "Product" });
export type Product = z.infer<typeof Product>;

/** A product as a card in a list. */
export const ProductCard = z
  .object({
    id: Id,
    link: Link,
    name: z.string(),
    category: z.string().nullable(),
    department: Department.nullable(),
    status: ProductStatus,
    price: Amount.meta({ description: "The cheapest variant's." }),
    regularPrice: Amount.nullable(),
    highestPrice: Amount,
    currency: Currency,
    sale: Sale.nullable(),
    images: z.array(Image).meta({
      description:
        "At most the first of each color and one more view, and 7 in all. In a list filtered by color the chosen color comes first.",
    }),
    variant: z.string().nullable().meta({
      description:
        "The slug of the variant that the list's filters by color and size ask for, the cheapest available one; null without such a filter.",
    }),
    colors: z
      .array(
        z.object({
          value: z.string(),
          swatch: z.string().nullable(),
          variant: z.string().meta({
            description: "The slug of the variant that choosing the color leads to.",
          }),
          available: z.boolean().meta({ description: "Whether any variant of it can be bought." }),
        }),
      )
      .meta({ description: "The first 8." }),
    colorCount: z.int().meta({ description: "How many colors there are in all." }),
    sizes: z.array(z.string()).meta({ description: "The first 24." }),
    stockLabel: z.enum(["in-stock", "low", "back-order", "sold-out"]),
    rating: Rating,
    createdAt: Time,
    publishedAt: Time.nullable(),
  })
  .meta({ id: "ProductCard" });
export type ProductCard = z.infer<typeof ProductCard>;

export const Facet = z
  .object({
    name: z.enum(["category", "department", "price", "size", "color"]),
    values: z.array(
      z.object({
        value: z.string().meta({ description: "As it stands in the query." }),
        label: z.string(),
        count: z.int().meta({ description: "With every other facet's choice applied." }),
        swatch: z.string().nullable(),
      }),
    ),
    more: z.int().meta({
      description:
        "Values left out: a facet has its usual values, those chosen, and the 100 most frequent others.",
    }),
  })
  .meta({ id: "Facet" });
export type Facet = z.infer<typeof Facet>;

export const ProductList = listOf(ProductCard).extend({
  next: z.string().nullable().meta({
    description:
      "`after` of the page that follows; null on the last, by likeness and in an order by hand.",
  }),
  facets: z.array(Facet),
  didYouMean: z
    .string()
    .nullable()
    .meta({ description: "A nearer word, where a search found nothing." }),
  deepestCut: z.int().nullable().meta({
    description:
      "With `sale`, the highest rounded percentage off of all that is reduced in the store; null where nothing is.",
  }),
});
export type ProductList = z.infer<typeof ProductList>;

/** Price bands are half-open: 50 up to but not 100, in major units of the store's currency. */
export const priceBands = [
  { value: "under-50", label: "Under $50", from: 0, below: 50 },
  { value: "50-100", label: "$50-$100", from: 50, below: 100 },
  { value: "100-200", label: "$100-$200", from: 100, below: 200 },
  { value: "over-200", label: "Over $200", from: 200, below: null },
] as const;
export type PriceBand = (typeof priceBands)[number];

const ofProduct = (field: string) =>
  ({ by: "resource", kind: "product", in: "params", field }) as const;
const ofVariant = { by: "resource", kind: "variant", in: "params", field: "id" } as const;
const byId = z.object({ id: Id });

export const products = {
  getProductPage: endpoint({
    method: "GET",
    path: "/stores/{id}/products/{link}",
    summary:
      "The product page's load. A link the product had before is answered as well: its own stands in the answer.",
    access: { allow: ["public"] },
    store: { by: "store", in: "params", field: "id" },
    params: z.object({ id: z.string().max(253), link: z.string().max(200) }),
    query: z.object({ language: Language }),
    response: Product,
    errors: ["NOT_FOUND"],
  }),
  listProducts: endpoint({
    method: "GET",
    path: "/products/store/{linkStoreId}",
    summary: "Published products: search, facets, sort and pages.",
    access: { allow: ["public"], more: "MANAGE_PRODUCTS" },
    store: { by: "store", in: "params", field: "linkStoreId" },
    params: z.object({ linkStoreId: z.string().max(253) }),
    query: ProductListQuery,
    response: ProductList,
    errors: ["NOT_FOUND", "FORBIDDEN"],
  }),
  getProduct: endpoint({
    method: "GET",
    path: "/products/{id}",
    summary: "One product; with MANAGE_PRODUCTS also one that is not published.",
    access: { allow: ["public"], more: "MANAGE_PRODUCTS" },
    store: ofProduct("id"),
    params: byId,
    query: z.object({ language: Language }),
    response: Product,
    errors: ["NOT_FOUND"],
  }),
  createProduct: endpoint({
    method: "POST",
    path: "/products/store/{storeId}",
    summary: "Makes a product with its options and variants.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: { by: "store", in: "params", field: "storeId" },
    params: z.object({ storeId: z.string().max(253) }),
    body: ProductInput,
    response: Product,
    status: 201,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "CURRENCY_CHANGED", "IDEMPOTENCY_KEY_REUSED"],
    idempotent: true,
  }),
  updateProduct: endpoint({
    method: "PUT",
    path: "/products/{id}",
    summary:
      "Changes the named fields; with If-Match only if nobody changed the product since. Options can be renamed, reordered, added and removed; variants keep their ids.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: ofProduct("id"),
    params: byId,
    body: ProductUpdate,
    response: Product,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "LAST_VARIANT", "EDIT_CONFLICT"],
  }),
  deleteProduct: endpoint({
    method: "DELETE",
    path: "/products/{id}",
    summary:
      "Takes a product with its variants out of the store; orders of it go on. Restore brings it back.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: ofProduct("id"),
    params: byId,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
  restoreProduct: endpoint({
    method: "POST",
    path: "/products/{id}/restore",
    summary:
      "Brings a deleted product back as it was, with the variants that went with it; a link that was taken meanwhile gets a number. One that is not deleted is answered as it is.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: ofProduct("id"),
    params: byId,
    response: Product,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "CURRENCY_CHANGED"],
  }),
  duplicateProduct: endpoint({
    method: "POST",
    path: "/products/{id}/duplicate",
    summary:
      "Makes a draft like the product, with its pictures and translations but that of its name, a link and SKUs of its own and nothing in stock.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: ofProduct("id"),
    params: byId,
    body: z.strictObject({ name: Text(255).optional() }),
    response: Product,
    status: 201,
    errors: ["NOT_FOUND", "ALREADY_EXISTS"],
  }),
  createVariant: endpoint({
    method: "POST",
    path: "/products/{productId}/variants",
    summary: "Adds a variant; a new option value joins the product's options.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: ofProduct("productId"),
    params: z.object({ productId: Id }),
    body: VariantInput,
    response: Variant,
    status: 201,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "EDIT_CONFLICT", "CURRENCY_CHANGED"],
  }),
  createMissingVariants: endpoint({
    method: "POST",
    path: "/products/{productId}/variants/missing",
    summary:
      "Makes a variant of each combination of the options' values that there is none of; values sent along join the options.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: ofProduct("productId"),
    params: z.object({ productId: Id }),
    body: MissingVariants,
    response: Product,
    status: 201,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "EDIT_CONFLICT", "CURRENCY_CHANGED"],
  }),
  updateVariant: endpoint({
    method: "PUT",
    path: "/products/variants/{id}",
    summary:
      "Changes a variant's price, SKU, weight or barcode; If-Match names the product's version.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: ofVariant,
    params: byId,
    body: VariantUpdate,
    response: Variant,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "EDIT_CONFLICT", "CURRENCY_CHANGED"],
  }),
  deleteVariant: endpoint({
    method: "DELETE",
    path: "/products/variants/{id}",
    summary:
      "Takes a variant out of the store; option values that no other has go with it. If-Match names the product's version.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: ofVariant,
    params: byId,
    errors: ["NOT_FOUND", "LAST_VARIANT", "EDIT_CONFLICT"],
  }),
  listRelated: endpoint({
    method: "GET",
    path: "/products/related/{productId}",
    summary:
      "What goes with a product: bought together with it first, then of its category and department; never itself.",
    access: { allow: ["public"] },
    store: ofProduct("productId"),
    params: z.object({ productId: Id }),
    query: z.object({
      limit: z.coerce.number().int().min(1).max(24).default(8),
      language: Language,
    }),
    response: z.object({ items: z.array(ProductCard) }),
    errors: ["NOT_FOUND"],
  }),
};
