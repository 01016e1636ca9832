import type { Context, Services } from "../context.ts";
import { ApiFailure } from "../errors.ts";
import { isLocal } from "../network/host-name.ts";
import { storeOfHost } from "../http/host-store.ts";
import { storeOrigin } from "./store-origin.ts";

/** The host that the caller used, to be stored until originOfHost() checks it. Anyone can send any Host header. */
export function hostOf({ origin }: Pick<Context, "origin">): string | null {
  return URL.parse(origin)?.hostname.slice(0, 253) ?? null;
}

/**
 * The origin of links to a store for a shopper at `host`: that host if it leads to the store, else `primary`. A local
 * name is accepted only if PUBLIC_URL is local too, because anyone can send Host: localhost.
 */
export async function originOfHost(
  { directory, publicUrl }: Pick<Services, "directory" | "publicUrl">,
  storeId: string,
  host: string | null,
  primary: string,
): Promise<string> {
  if (host === null || (isLocal(host) && !isLocal(new URL(publicUrl).hostname))) return primary;
  const store = await storeOfHost(directory, host).catch((error: unknown) => {
    if (error instanceof ApiFailure) return null;
    throw error;
  });
  return store?.id === storeId ? storeOrigin(host, publicUrl) : primary;
}
