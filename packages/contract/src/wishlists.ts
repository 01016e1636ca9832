import { z } from "zod";
import { Id, Time } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const WishlistItem = z.object({ productId: Id, addedAt: Time }).meta({ id: "WishlistItem" });
export type WishlistItem = z.infer<typeof WishlistItem>;

const Wishlist = z.object({
  items: z.array(WishlistItem).meta({ description: "Newest first; published products only." }),
});
const Ids = z.array(Id).max(200).default([]);

const ofCustomer = { by: "resource", kind: "customer", in: "params", field: "id" } as const;

/** A customer's own list, which nobody else reads: the staff neither. */
export const wishlistCalls = {
  listWishlist: endpoint({
    method: "GET",
    path: "/customers/{id}/wishlist",
    summary: "The products the customer keeps for later.",
    access: { allow: ["customer"] },
    store: ofCustomer,
    params: z.object({ id: Id }),
    response: Wishlist,
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  updateWishlist: endpoint({
    method: "PUT",
    path: "/customers/{id}/wishlist",
    summary:
      "Adds and removes products and answers with the list. Products that are not published are left out; beyond 200 the oldest go.",
    access: { allow: ["customer"] },
    store: ofCustomer,
    params: z.object({ id: Id }),
    body: z.strictObject({
      add: Ids.meta({ description: "Those named later count as newer." }),
      remove: Ids,
    }),
    response: Wishlist,
    errors: ["NOT_FOUND"],
    personal: true,
  }),
};
