import { createHmac } from "node:crypto";
import type { LanguageCode } from "@vetrina/contract/enumerations";
import type { Services } from "../../platform/context.ts";
import { hashKey } from "../../platform/http/callers/identify.ts";

/**
 * Returns the key of a draft's pay link. It is derived like an order's key, so only its hash needs to be stored.
 * Raising the version revokes all links with lower versions.
 */
export function draftKey(
  services: Pick<Services, "key">,
  id: string,
  version: number,
): { key: string; hash: Buffer } {
  const key = createHmac("sha256", services.key("draft order key"))
    .update(`${id} ${version}`)
    .digest("base64url");
  return { key, hash: hashKey(key) };
}

/**
 * Returns the pay link. The key is in the URL's fragment, which browsers send neither to a server nor in a Referer
 * header.
 */
export function payLink(
  origin: string,
  { id, language }: { id: string; language: LanguageCode | null },
  key: string,
): string {
  const query = language === null ? "" : `?lang=${language.toLowerCase()}`;
  return `${origin}/pay${query}#${id}.${key}`;
}
