import { z } from "zod";
import { Id, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const WishlistItem = z.object({ productId: Id, addedAt: Time }).meta({ id: "WishlistItem" });
export type WishlistItem = z.infer<typeof WishlistItem>;

const Wishlist = z.object({
  items: z.array(WishlistItem).meta({ description: "Newest first; published products only." }),
});
const Ids = z.array(Id).max(200).default([]);

const ofCustomer = { by: "resource", kind: "customer", in: "params", field: "id" } as const;

/** Calls for the customer only. Staff see a wishlist only in an export of the customer's data. */
export const wishlistCalls = {
  listWishlist: endpoint({
    method: "GET",
    path: "/customers/{id}/wishlist",
    summary: "Returns the customer's wishlist.",
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
      "Adds products to the customer's wishlist, removes others, and returns the wishlist. Unpublished products are left out. A wishlist keeps the newest 200 products.",
    access: { allow: ["customer"] },
    store: ofCustomer,
    params: z.object({ id: Id }),
    body: z.strictObject({
      add: Ids.meta({
        description:
          "Products to add. The last one in the list becomes the newest item of the wishlist.",
      }),
      remove: Ids,
    }),
    response: Wishlist,
    errors: ["NOT_FOUND"],
    personal: true,
  }),
};
