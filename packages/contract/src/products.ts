import { z } from "zod";
import { Flag, Id, Image, Limit, Link, listOf, Many, Page, Time } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { UpsellType } from "./enumerations.ts";
import { Amount, AmountInput, Currency } from "./money.ts";

export const ProductStatus = z.enum(["DRAFT", "ACTIVE", "ARCHIVED"]);
export const Department = z.enum(["women", "men", "unisex"]);
export const ProductSort = z.enum(["newest", "price-low", "price-high", "name"]);
export type ProductSort = z.infer<typeof ProductSort>;

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
    stock: z.int().meta({ description: "Pieces that can be bought now." }),
    available: z.boolean().meta({ description: "Stock above 0, or back-order allowed." }),
    backorderDate: z.iso.date().nullable(),
    options: z.record(z.string(), z.string()),
    images: z.array(Image),
  })
  .meta({ id: "Variant" });
export type Variant = z.infer<typeof Variant>;

/** Garment measures in centimetres, by size; the letter stands on the technical drawing. */
export const Measure = z
  .object({ label: z.string(), letter: z.string(), bySize: z.record(z.string(), z.number()) })
  .meta({ id: "Measure" });

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
    currency: Currency,
    options: z.array(ProductOption),
    variants: z.array(Variant).meta({ description: "Price ascending, then in option order." }),
    images: z.array(Image),
    rating: Rating,
    sale: z
      .object({ endsAt: Time })
      .nullable()
      .meta({ description: "The end of the running flash sale, where there is one." }),
    version: z.int().meta({ description: "Grows with each change; send it back as If-Match." }),
    publishedAt: Time.nullable(),
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
    images: z
      .array(Image)
      .meta({ description: "At most the first of each colour and one more view." }),
    colors: z.array(z.object({ value: z.string(), swatch: z.string().nullable() })),
    sizes: z.array(z.string()),
    stockLabel: z.enum(["in-stock", "low", "sold-out"]),
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
  })
  .meta({ id: "Facet" });
export type Facet = z.infer<typeof Facet>;

export const ProductList = listOf(ProductCard).extend({
  facets: z.array(Facet),
  didYouMean: z
    .string()
    .nullable()
    .meta({ description: "A nearer word, where a search found nothing." }),
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

const VariantInput = z.strictObject({
  options: z.record(z.string().min(1).max(60), z.string().min(1).max(120)).default({}),
  sku: z.string().trim().max(120).nullish(),
  price: AmountInput,
  regularPrice: AmountInput.nullish(),
  stock: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(0)
    .meta({ description: "Pieces on hand at the start." }),
  weightGrams: z.int().min(0).max(1_000_000).nullish(),
  barcode: z.string().trim().max(60).nullish(),
});
export type VariantInput = z.infer<typeof VariantInput>;

const ProductFields = z.strictObject({
  name: z.string().trim().min(1).max(255),
  link: Link.optional().meta({ description: "Made from the name when absent." }),
  description: z.string().max(100_000),
  seoTitle: z.string().trim().max(255).nullish(),
  seoDescription: z.string().max(100_000).nullish(),
  metaDescription: z.string().trim().max(320).nullish(),
  status: ProductStatus,
  category: z.string().trim().max(60).nullish(),
  department: Department.nullish(),
  vendor: z.string().trim().max(120).nullish(),
  tags: z.array(z.string().trim().min(1).max(60)).max(100),
  composition: z.string().trim().max(500).nullish(),
  care: z.array(z.string().trim().max(200)).max(20),
  measures: z.array(Measure).max(20),
  publishedAt: Time.nullish(),
});

export const ProductInput = ProductFields.extend({
  description: ProductFields.shape.description.default(""),
  status: ProductStatus.default("DRAFT"),
  tags: ProductFields.shape.tags.default([]),
  care: ProductFields.shape.care.default([]),
  measures: ProductFields.shape.measures.default([]),
  options: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(60),
        values: z
          .array(
            z.strictObject({
              value: z.string().trim().min(1).max(120),
              swatch: z
                .string()
                .regex(/^#[0-9a-f]{6}$/i)
                .nullish(),
            }),
          )
          .min(1)
          .max(200),
      }),
    )
    .max(3)
    .default([]),
  variants: z.array(VariantInput).min(1).max(500),
});
export type ProductInput = z.infer<typeof ProductInput>;

/** Only what is named changes: a default here would empty what the caller left out. */
const ProductUpdate = ProductFields.partial();
export type ProductUpdate = z.infer<typeof ProductUpdate>;
const VariantUpdate = VariantInput.omit({ options: true, stock: true }).partial();
export type VariantUpdate = z.infer<typeof VariantUpdate>;

export const ProductListQuery = z.object({
  name: z
    .string()
    .trim()
    .max(200)
    .optional()
    .meta({ description: "Words to search for; a typing error is forgiven." }),
  slug: z.string().max(200).optional().meta({ description: "The product of this link alone." }),
  isDeleted: Flag.optional().meta({ description: "With MANAGE_PRODUCTS: the deleted ones." }),
  collectionIds: Many.optional(),
  collection: Link.optional().meta({ description: "A collection by its link." }),
  category: Many.optional(),
  department: Many.optional(),
  price: Many.optional().meta({ description: "Bands: under-50, 50-100, 100-200, over-200." }),
  size: Many.optional(),
  color: Many.optional(),
  sale: Flag.optional(),
  sort: ProductSort.optional(),
  page: Page,
  limit: Limit,
});
export type ProductListQuery = z.infer<typeof ProductListQuery>;

const ofProduct = (field: string) =>
  ({ by: "resource", kind: "product", in: "params", field }) as const;
const ofVariant = { by: "resource", kind: "variant", in: "params", field: "id" } as const;
const byId = z.object({ id: Id });

export const products = {
  getProductPage: endpoint({
    method: "GET",
    path: "/stores/{id}/products/{link}",
    summary: "The product page's load.",
    access: { allow: ["public"] },
    store: { by: "store", in: "params", field: "id" },
    params: z.object({ id: z.string().max(253), link: z.string().max(200) }),
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
    errors: ["NOT_FOUND", "ALREADY_EXISTS"],
  }),
  updateProduct: endpoint({
    method: "PUT",
    path: "/products/{id}",
    summary: "Changes the named fields; with If-Match only if nobody changed the product since.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: ofProduct("id"),
    params: byId,
    body: ProductUpdate,
    response: Product,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "EDIT_CONFLICT"],
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
    errors: ["NOT_FOUND", "ALREADY_EXISTS"],
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
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "EDIT_CONFLICT"],
  }),
  listUpsells: endpoint({
    method: "GET",
    path: "/products/upsells",
    summary: "The products the store pairs with one product.",
    access: { allow: ["public"], more: "MANAGE_PRODUCTS" },
    store: { by: "resource", kind: "product", in: "query", field: "productId" },
    query: z.object({
      productId: Id,
      type: UpsellType.optional(),
      limit: z.coerce.number().int().min(1).max(24).default(8),
    }),
    response: z.object({
      items: z.array(z.object({ id: Id, type: UpsellType, product: ProductCard })),
    }),
    errors: ["NOT_FOUND"],
  }),
  listRelated: endpoint({
    method: "GET",
    path: "/products/related/{productId}",
    summary: "Products like this one: same category and department first, never itself.",
    access: { allow: ["public"] },
    store: ofProduct("productId"),
    params: z.object({ productId: Id }),
    query: z.object({ limit: z.coerce.number().int().min(1).max(24).default(8) }),
    response: z.object({ items: z.array(ProductCard) }),
    errors: ["NOT_FOUND"],
  }),
};
