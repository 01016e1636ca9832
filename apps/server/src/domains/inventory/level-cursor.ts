import { isUuid } from "@vetrina/contract/common";
import type { LevelKey } from "./levels.ts";

/** Encodes the last level of a page as a cursor, which is opaque to clients. */
export function writeLevelCursor({ variantId, location }: LevelKey): string {
  return Buffer.from(JSON.stringify([variantId, location])).toString("base64url");
}

/** Decodes a cursor. Returns null if the text isn't one. */
export function readLevelCursor(text: string): LevelKey | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (!Array.isArray(read) || read.length !== 2) return null;
    const [variantId, location] = read as unknown[];
    if (typeof variantId !== "string" || typeof location !== "string") return null;
    return isUuid(variantId) && !location.includes("\0") ? { variantId, location } : null;
  } catch {
    return null;
  }
}
