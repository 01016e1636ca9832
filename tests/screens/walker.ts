import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { addUser, signIn } from "../e2e/support/customers.ts";
import { placeOrder, signedInStaff, someVariants } from "./orders.ts";
import type { Walker } from "./journey.ts";

type Shop = {
  database: Client;
  /** The API's URL at localhost, because Node can't resolve the stores' host names. */
  baseUrl: string;
  administrator: { email: string; password: string };
};

/** Creates a shopper that no other journey uses. */
export function newWalker({ database, baseUrl, administrator }: Shop): Walker {
  const email = `walker-${randomUUID()}@example.com`;
  return {
    email,
    signIn: async (page) => signIn(page, await addUser(database, email)),
    async order(origin, quantities) {
      const [slug = ""] = new URL(origin).hostname.split(".");
      const { storeId, variantIds } = await someVariants(
        database,
        slug === "localhost" ? "sorvela" : slug,
      );
      const staff = await signedInStaff(baseUrl, administrator);
      const items = variantIds
        .slice(0, quantities.length)
        .map((variantId, i) => ({ variantId, quantity: quantities[i] ?? 1 }));
      return placeOrder({ baseUrl, storeId, staff }, items, { email });
    },
  };
}
