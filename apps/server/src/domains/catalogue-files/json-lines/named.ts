import { createHash } from "node:crypto";
import type { StorePolicyType } from "@vetrina/contract/enumerations";
import type { JsonRecord } from "./records.ts";
import type { KnownMaster, StoredPicture } from "../../../platform/pictures/media.ts";

/** A record of the catalogue with the line it stands on, and a picture with its bytes. */
export type Numbered<R extends JsonRecord = JsonRecord> = {
  line: number;
  record: R;
  bytes: Uint8Array | null;
};

/** What the file itself names, for what comes later in it. */
export type Named = {
  products: Map<string, number>;
  collections: Set<string>;
  locations: Set<string>;
  languages: Set<string>;
  /** By policyName(). */
  policies: Set<string>;
  /** What leads through the store, of the menus and the header that the file has. */
  labels: Map<string, readonly string[]>;
  /** Reviews by reviewName(), with how many pictures the file has of each. */
  reviews: Map<string, number>;
  /** Hashes by the pictures' names. */
  pictures: Map<string, string>;
  /** Those of them that are the store's own, as far as they were looked for; null: it is none. */
  own: Map<string, StoredPicture | null>;
  /** Masters that were looked at and found good, by their hashes. */
  masters: Map<string, KnownMaster>;
};

/** Notes a fault of a line by its field. */
export type ErrorAt = (field: string, message: string) => void;

/** What tells a policy from the others of a store. */
export function policyName({ kind, title }: { kind: StorePolicyType; title: string }): string {
  return kind === "CUSTOM" ? `${kind} ${title.toLowerCase()}` : kind;
}

type ReviewOf = { product: string; name: string; title: string; createdAt: string };

/** What tells a review from the others of a store; short, since there may be a million. */
export function reviewName({ product, name, title, createdAt }: ReviewOf): string {
  const told = JSON.stringify([product, name, title, createdAt]);
  return createHash("sha256").update(told).digest("base64url").slice(0, 22);
}
