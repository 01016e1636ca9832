import { createHash } from "node:crypto";
import type { StorePolicyType } from "@vetrina/contract/enumerations";
import type { LargeMap } from "../large-map.ts";
import type { JsonRecord } from "./records.ts";
import type { KnownMaster, StoredPicture } from "../../../platform/pictures/media.ts";

/** A record of the catalogue with its line's number and length. A picture also has its bytes. */
export type Numbered<R extends JsonRecord = JsonRecord> = {
  line: number;
  length: number;
  record: R;
  bytes: Uint8Array | null;
};

/** The names that the file defines, and what the import remembers about the file's pictures. */
export type Named = {
  products: LargeMap<number>;
  collections: LargeMap<number>;
  locations: Set<string>;
  languages: Set<string>;
  /** Keyed by policyName(). */
  policies: Set<string>;
  /** Navigation labels in the file, keyed by the menu's name or "header". */
  labels: Map<string, readonly string[]>;
  /** The number of pictures of each review in the file, keyed by reviewName(). */
  reviews: LargeMap<number>;
  /** Hashes, keyed by picture id. */
  pictures: LargeMap<string>;
  /** Cached lookups by picture id: the store's picture with this id and the same bytes, or null if it has none. */
  own: Map<string, StoredPicture | null>;
  /** WebP pictures that have been checked, keyed by hash, so that writing doesn't decode them again. */
  masters: Map<string, KnownMaster>;
};

/** Reports an error in a field of a line. */
export type ErrorAt = (field: string, message: string) => void;

/** Returns the key of a policy within a store. */
export function policyName({ kind, title }: { kind: StorePolicyType; title: string }): string {
  return kind === "CUSTOM" ? `${kind} ${title.toLowerCase()}` : kind;
}

type ReviewOf = { product: string; name: string; title: string; createdAt: string };

/** Returns the key of a review within a store. It is short, because a store may have a million reviews. */
export function reviewName({ product, name, title, createdAt }: ReviewOf): string {
  const key = JSON.stringify([product, name, title, createdAt]);
  return createHash("sha256").update(key).digest("base64url").slice(0, 22);
}
