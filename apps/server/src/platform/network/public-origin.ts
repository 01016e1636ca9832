import { isLocal } from "./host-name.ts";
import { storeOrigin } from "../mail/store-origin.ts";

/**
 * The origin of the store's public URLs: that of its own host, otherwise the platform's. If PUBLIC_URL and the
 * request's host are both local, the request's origin.
 */
export function publicOrigin(
  request: { protocol: string; host: string; hostname: string },
  store: { domain: string },
  publicUrl: string,
): string {
  const isOpenHere =
    isLocal(new URL(publicUrl).hostname) && isLocal(request.hostname.toLowerCase());
  if (isOpenHere) return `${request.protocol}://${request.host}`;
  return storeOrigin(store.domain, publicUrl);
}
