import { z } from "zod";
import { Id, Image, Link, listOf, Text, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { Language } from "../enumerations.ts";
import { Amount, Currency, Sale } from "../money.ts";
import {
  BodyMeasurement,
  Department,
  Measurement,
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
      .meta({ description: "1 to 5, with one decimal; null without reviews." }),
    count: z.int(),
  })
  .meta({ id: "Rating" });

/** A product option with its values in display order. */
export const ProductOption = z
  .object({
    name: z.string(),
    values: z.array(
      z.object({
        value: z.string(),
        swatch: z
          .string()
          .nullable()
          .meta({ description: "The color as #rrggbb; null if the value has none." }),
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
      .meta({ description: "The name in the URL, such as 'navy-m'. Unique in the product." }),
    sku: z.string().nullable(),
    price: Amount,
    regularPrice: Amount.nullable().meta({
      description: "The price before the reduction; null if the variant isn't on sale.",
    }),
    lowestPrice: Amount.nullable().meta({
      description:
        "The lowest price of the 30 days before the current reduction, if the store's country requires it to be shown.",
    }),
    stock: z.int().meta({ description: "Units in stock that can be sold." }),
    maxQuantity: z.int().meta({
      description: "Maximum units that can be bought now: stock plus allowed back-orders.",
    }),
    available: z.boolean().meta({ description: "true if maxQuantity is above 0." }),
    backorderDate: z.iso.date().nullable().meta({
      description: "When back-ordered units are expected; null if unknown.",
    }),
    options: z.record(z.string(), z.string()),
    images: z.array(Image).meta({
      description:
        "The product's images in the variant's color. If the variants would list more than 500 images in total, some are left out.",
    }),
    weightGrams: z.int().nullable().optional().meta({
      description: "Returned only to callers with MANAGE_PRODUCTS, like barcode.",
    }),
    barcode: z.string().nullable().optional(),
  })
  .meta({ id: "Variant" });
export type Variant = z.infer<typeof Variant>;

/** A product as its page shows it. */
export const Product = z
  .object({
    id: Id,
    storeId: Id,
    link: Link,
    name: z.string(),
    description: z.string().meta({ description: "Sanitized HTML." }),
    seoTitle: z.string().nullable(),
    seoDescription: z
      .string()
      .nullable()
      .meta({ description: "Sanitized HTML, shown instead of description." }),
    metaDescription: z.string().meta({ description: "Plain text for search engines." }),
    status: ProductStatus,
    category: z.string().nullable(),
    department: Department.nullable(),
    vendor: z.string().nullable(),
    taxClass: z.string().meta({ description: "The tax class; empty is the standard class." }),
    tags: z.array(z.string()),
    composition: z.string().nullable(),
    care: z.array(z.string()),
    measurements: z.array(Measurement),
    bodyMeasurements: z.array(BodyMeasurement),
    currency: Currency,
    options: z.array(ProductOption),
    variants: z.array(Variant).meta({ description: "By price ascending, then in option order." }),
    images: z.array(Image),
    rating: Rating,
    sale: Sale.nullable(),
    labels: z.record(z.string(), z.string()).optional().meta({
      description:
        "Translated names of options and values. Those without a translation are absent.",
    }),
    version: z.int().meta({ description: "Increases with each change. Send it as If-Match." }),
    publishedAt: Time.nullable(),
    saleEndsAt: Time.nullable().meta({
      description:
        "When variants on sale return to their regular prices; null if no end is set, and once they have returned.",
    }),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: "Product" });
export type Product = z.infer<typeof Product>;

/** A product as a card in a list shows it. */
export const ProductCard = z
  .object({
    id: Id,
    link: Link,
    name: z.string(),
    category: z.string().nullable(),
    department: Department.nullable(),
    status: ProductStatus,
    price: Amount.meta({ description: "Price of the cheapest variant." }),
    regularPrice: Amount.nullable(),
    highestPrice: Amount,
    currency: Currency,
    sale: Sale.nullable(),
    images: z.array(Image).meta({
      description:
        "At most 7 images: the first of each color and one more view. In a list filtered by color, the chosen color comes first.",
    }),
    variant: z.string().nullable().meta({
      description:
        "Slug of the variant that the card shows, chosen by the color and size filters, or by the colors in the search words. Available variants are preferred, then cheaper ones. null without such filters or colors, or if no variant matches.",
    }),
    colors: z
      .array(
        z.object({
          value: z.string(),
          swatch: z.string().nullable(),
          variant: z.string().meta({
            description: "Slug of the variant to select when this color is chosen.",
          }),
          available: z
            .boolean()
            .meta({ description: "Whether any variant of this color can be bought." }),
        }),
      )
      .meta({ description: "The first 8 colors." }),
    colorCount: z.int().meta({ description: "Total number of colors." }),
    sizes: z.array(z.string()).meta({ description: "The first 24 sizes." }),
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
        value: z.string().meta({ description: "The value to send in the query." }),
        label: z.string(),
        count: z.int().meta({
          description:
            "Number of products with this value that match the search and all filters except this facet's own.",
        }),
        swatch: z.string().nullable(),
      }),
    ),
    omittedCount: z.int().meta({
      description:
        "Number of values not listed. A facet lists its standard values, the chosen ones and up to 100 others, the most frequent first.",
    }),
  })
  .meta({ id: "Facet" });
export type Facet = z.infer<typeof Facet>;

export const ProductList = listOf(ProductCard).extend({
  next: z.string().nullable().meta({
    description:
      "Pass it as `after` to get the next page; null on the last page. Also null if results are sorted by relevance or in a hand-picked order: use `page` for these.",
  }),
  facets: z.array(Facet),
  didYouMean: z.string().nullable().meta({
    description: "A suggested correction of the search words, if the search found nothing.",
  }),
  maxDiscountPercent: z.int().nullable().meta({
    description:
      "With `sale`: the highest percentage off in the store, rounded; null if nothing is on sale.",
  }),
});
export type ProductList = z.infer<typeof ProductList>;

/** Price bands in major units of the store's currency. Each includes its lower limit and excludes its upper limit. */
export const priceBands = [
  { value: "under-50", label: "Under $50", from: 0, below: 50 },
  { value: "50-100", label: "$50-$100", from: 50, below: 100 },
  { value: "100-200", label: "$100-$200", from: 100, below: 200 },
  { value: "over-200", label: "Over $200", from: 200, below: null },
] as const;

const ofProduct = (field: string) =>
  ({ by: "resource", kind: "product", in: "params", field }) as const;
const ofVariant = { by: "resource", kind: "variant", in: "params", field: "id" } as const;
const byId = z.object({ id: Id });

export const products = {
  getProductPage: endpoint({
    method: "GET",
    path: "/stores/{id}/products/{link}",
    summary:
      "Returns a product by its slug, as its page shows it. A former slug works too; the response contains the current one.",
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
    summary:
      "Lists the store's published products, filtered, searched and sorted, with facets and paging. Callers with MANAGE_PRODUCTS also get unpublished ones.",
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
    summary: "Returns a published product. Callers with MANAGE_PRODUCTS also get unpublished ones.",
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
    summary: "Creates a product with its options and variants.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: { by: "store", in: "params", field: "storeId" },
    params: z.object({ storeId: z.string().max(253) }),
    example: {
      name: "Linen shirt",
      status: "ACTIVE",
      variants: [{ price: 80, stock: 10, sku: "SHIRT" }],
    },
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
      "Updates a product. Fields that aren't sent don't change. Options can be renamed, reordered, added and removed; variants keep their ids. Fails if the version sent in If-Match is outdated.",
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
      "Deletes a product with its variants. Existing orders aren't affected, and the product can be restored.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: ofProduct("id"),
    params: byId,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
  restoreProduct: endpoint({
    method: "POST",
    path: "/products/{id}/restore",
    summary:
      "Restores a deleted product and the variants deleted with it. If its slug has been taken in the meantime, a number is appended. A product that isn't deleted is returned unchanged.",
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
      "Creates a draft copy of a product with the same images, a new slug, new SKUs and no stock. Copies the translations too, except those of the name.",
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
    summary: "Adds a variant to a product. New option values are added to the product's options.",
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
      "Creates a variant for each combination of option values that has none. Option values sent in the request are first added to the product.",
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
      "Changes a variant's prices, SKU, weight or barcode. If-Match takes the product's version.",
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
      "Deletes a variant, and the option values that no other variant has. If-Match takes the product's version.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: ofVariant,
    params: byId,
    errors: ["NOT_FOUND", "LAST_VARIANT", "EDIT_CONFLICT"],
  }),
  listRelated: endpoint({
    method: "GET",
    path: "/products/related/{productId}",
    summary:
      "Lists a product's related products: first those bought together with the product, then others in its category or department.",
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
