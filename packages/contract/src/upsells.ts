import { z } from "zod";
import { Id } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { Language, UpsellType } from "./enumerations.ts";
import { ProductCard } from "./products.ts";

/** A pair: what the store shows beside a product. */
export const Upsell = z
  .object({
    id: Id,
    productId: Id,
    type: UpsellType,
    position: z.int().meta({ description: "Pairs of a product are shown by it, ascending." }),
    version: z.int(),
    product: ProductCard.meta({ description: "What is shown beside the product." }),
  })
  .meta({ id: "Upsell" });
export type Upsell = z.infer<typeof Upsell>;

const Position = z.int().min(0).max(1_000_000);
const byId = { by: "resource", kind: "upsell", in: "params", field: "id" } as const;

export const upsells = {
  listUpsells: endpoint({
    method: "GET",
    path: "/products/upsells",
    summary: "The products the store pairs with one product.",
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
    summary: "Pairs a product with another of the store; without a position it is shown last.",
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
    summary: "Changes what is paired, how, or where it is shown; with If-Match only that version.",
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
    summary: "Takes a pair apart; with If-Match only that version.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byId,
    params: z.object({ id: Id }),
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
};
