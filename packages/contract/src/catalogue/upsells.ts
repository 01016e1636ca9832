import { z } from "zod";
import { Id } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { Language, UpsellType } from "../enumerations.ts";
import { ProductCard } from "./products.ts";

/** A pair of products: one is shown as an upsell of the other. */
export const Upsell = z
  .object({
    id: Id,
    productId: Id,
    type: UpsellType,
    position: z
      .int()
      .meta({ description: "Upsells of a product are sorted by position, ascending." }),
    version: z.int(),
    product: ProductCard.meta({ description: "The product shown as the upsell." }),
  })
  .meta({ id: "Upsell" });
export type Upsell = z.infer<typeof Upsell>;

const Position = z.int().min(0).max(1_000_000);
const byId = { by: "resource", kind: "upsell", in: "params", field: "id" } as const;

export const upsells = {
  listUpsells: endpoint({
    method: "GET",
    path: "/products/upsells",
    summary:
      "Lists a product's upsells: the related products that the store chose for it, by position. Callers with MANAGE_PRODUCTS also get unpublished upsells, and those of unpublished products.",
    access: { allow: ["public"], more: "MANAGE_PRODUCTS" },
    store: { by: "resource", kind: "product", in: "query", field: "productId" },
    query: z.object({
      language: Language,
      productId: Id,
      type: UpsellType.optional(),
      limit: z.coerce.number().int().min(1).max(24).default(8),
    }),
    response: z.object({ items: z.array(Upsell) }),
    errors: ["NOT_FOUND"],
  }),
  createUpsell: endpoint({
    method: "POST",
    path: "/products/upsells",
    summary:
      "Adds an upsell to a product: a related product, which is shown last if no position is sent.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: { by: "resource", kind: "product", in: "body", field: "productId" },
    body: z.strictObject({
      productId: Id,
      targetId: Id,
      type: UpsellType,
      position: Position.optional(),
    }),
    response: Upsell,
    status: 201,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "LIMIT_REACHED"],
  }),
  updateUpsell: endpoint({
    method: "PUT",
    path: "/products/upsells/{id}",
    summary:
      "Changes an upsell's product, type or position. Fails if the version sent in If-Match is outdated.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byId,
    params: z.object({ id: Id }),
    body: z.strictObject({
      targetId: Id.optional(),
      type: UpsellType.optional(),
      position: Position.optional(),
    }),
    response: Upsell,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "EDIT_CONFLICT"],
  }),
  deleteUpsell: endpoint({
    method: "DELETE",
    path: "/products/upsells/{id}",
    summary: "Deletes an upsell. Fails if the version sent in If-Match is outdated.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byId,
    params: z.object({ id: Id }),
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
};
