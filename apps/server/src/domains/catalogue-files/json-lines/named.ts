import type { JsonRecord } from "./records.ts";
import type { KnownMaster, StoredPicture } from "../../../platform/media.ts";

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
  /** Hashes by the pictures' names. */
  pictures: Map<string, string>;
  /** Those of them that are the store's own, as far as they were looked for; null: it is none. */
  own: Map<string, StoredPicture | null>;
  /** Masters that were looked at and found good, by their hashes. */
  masters: Map<string, KnownMaster>;
};

/** Notes a fault of a line by its field. */
export type FaultAt = (field: string, message: string) => void;
