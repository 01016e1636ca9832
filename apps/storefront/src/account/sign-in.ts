import { client } from "../lib/browser-client.ts";
import { expectWishlist } from "../wishlist/sync-wishlist.ts";

type Credentials = { email: string; password: string; code?: string };

/** Signs in. The next page merges this browser's wishlist with the account's. Rejects as users.login does. */
export async function signIn(slug: string, credentials: Credentials): Promise<void> {
  await client.users.login({ body: credentials });
  expectWishlist(slug);
}
