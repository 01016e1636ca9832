import { isUuid } from "@vetrina/contract/common";
import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Returns the unsubscribe token that every email to a subscriber contains: the subscription's id with a signature.
 * Nothing is stored, and links in old emails keep working. `key` is services.key("unsubscribe").
 */
export function unsubscribeToken(key: Buffer, storeId: string, subscriptionId: string): string {
  return `${subscriptionId}.${proofOf(key, storeId, subscriptionId)}`;
}

/** Returns the subscription's id, or null if the token is forged or belongs to another store. */
export function readUnsubscribeToken(key: Buffer, storeId: string, token: string): string | null {
  const [id = "", proof = ""] = token.split(".");
  if (!isUuid(id)) return null;
  const expected = Buffer.from(proofOf(key, storeId, id));
  const given = Buffer.from(proof);
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}

function proofOf(key: Buffer, storeId: string, subscriptionId: string): string {
  return createHmac("sha256", key).update(`${storeId} ${subscriptionId}`).digest("base64url");
}
