import { createHash, type Hash } from "node:crypto";
import { wordKey } from "@vetrina/contract/common";
import { maxReviewPhotos } from "@vetrina/contract/catalogue/reviews";
import { maxPictureBytes } from "../../../platform/pictures/picture-bounds.ts";
import { pictureColorsOf } from "../../products/picture-colors.ts";
import { type Findings, quoted } from "../findings.ts";
import { LargeMap } from "../large-map.ts";
import { labelsOf } from "./menu-items.ts";
import { type Named, policyName, reviewName } from "./named.ts";
import { UnreadableLines } from "./read-lines.ts";
import { readRecords } from "./read-records.ts";
import type { JsonRecord, RecordOf } from "./records.ts";

/**
 * Reads a file once, without comparing it with the store's data: collects the names that it defines, counts its
 * records, and reports errors.
 */
export async function checkFile(
  source: AsyncIterable<Uint8Array>,
  currency: string,
  findings: Findings,
  maxSkus = 500_000,
): Promise<{ named: Named; total: number }> {
  const named: Named = {
    products: new LargeMap(),
    collections: new LargeMap(),
    locations: new Set(),
    languages: new Set(),
    policies: new Set(),
    labels: new Map(),
    reviews: new LargeMap(),
    pictures: new LargeMap(),
    own: new Map(),
    masters: new Map(),
  };
  const seen: Seen = { skus: new LargeMap(), others: new LargeMap() };
  let total = 0;
  let open: OpenPicture | null = null;
  try {
    for await (const { line, record } of readRecords(source, currency, findings)) {
      if (record.type === "pictureBytes") {
        open = addPart(open, line, record, findings);
        continue;
      }
      if (open !== null) findings.error(open.line, "parts", "bytes of the picture are missing");
      open = null;
      total += 1;
      if (record.type === "picture" || record.type === "reviewPicture")
        open = { line, record, hash: createHash("sha256"), next: 0, bytes: 0 };
      const before = seen.skus.size;
      name(named, seen, line, record, findings);
      if (before <= maxSkus && seen.skus.size > maxSkus)
        findings.error(line, "variants", `the file has more than ${maxSkus} SKUs: split the file`);
    }
    if (open !== null) findings.error(open.line, "parts", "bytes of the picture are missing");
  } catch (error) {
    if (!(error instanceof UnreadableLines)) throw error;
    findings.error(error.line, null, error.message);
  }
  return { named, total };
}

type OpenPicture = {
  line: number;
  record: RecordOf<"picture" | "reviewPicture">;
  hash: Hash;
  next: number;
  bytes: number;
};

/**
 * Adds a part of a picture's bytes. Returns the picture if it is still incomplete, or null if it is complete or was
 * rejected.
 */
function addPart(
  open: OpenPicture | null,
  line: number,
  { id, part, data }: { id: string; part: number; data: string },
  findings: Findings,
): OpenPicture | null {
  if (open === null || open.record.id !== id || open.next !== part) {
    findings.error(
      line,
      "part",
      "these picture bytes don't belong to the picture before them, or are out of order: export the catalogue again",
    );
    return null;
  }
  const content = Buffer.from(data, "base64");
  open.hash.update(content);
  open.bytes += content.length;
  open.next += 1;
  if (open.bytes > maxPictureBytes) {
    findings.error(open.line, "parts", "the picture is larger than 20 MB");
    return null;
  }
  if (open.next < open.record.parts) return open;
  if (open.hash.digest("hex") !== open.record.hash)
    findings.error(open.line, "hash", "the picture's bytes do not match its hash");
  return null;
}

/** The line of each product, keyed by SKU, and of each other record, keyed by identityOf(). */
type Seen = { skus: LargeMap<number>; others: LargeMap<number> };

/**
 * Records the names that a record defines. Reports duplicates, and references to pictures and reviews that no earlier
 * line defines.
 */
function name(
  named: Named,
  seen: Seen,
  line: number,
  record: JsonRecord,
  findings: Findings,
): void {
  if (record.type === "location") named.locations.add(record.code);
  else if (record.type === "language") named.languages.add(record.code);
  else if (record.type === "picture") {
    if ((named.pictures.get(record.id) ?? record.hash) !== record.hash)
      findings.error(line, "id", "an earlier picture has the same id: use another id");
    named.pictures.set(record.id, record.hash);
  } else if (record.type === "policy") named.policies.add(policyName(record));
  else if (record.type === "menu") named.labels.set(record.name, labelsOf(record.items));
  else if (record.type === "header")
    named.labels.set(
      "header",
      record.links.map(({ label }) => label),
    );
  else if (record.type === "review") nameReview(named, record);
  else if (record.type === "reviewPicture") countPicture(named, line, record, findings);
  else if (record.type === "collection") {
    named.collections.set(record.link, line);
    if (record.picture !== null && !named.pictures.has(record.picture))
      findings.error(
        line,
        "picture",
        "no earlier line defines this picture: add it on an earlier line",
      );
  }
  if (record.type !== "product") {
    const identity = identityOf(record);
    const twin = identity === null ? undefined : seen.others.get(identity);
    if (twin !== undefined)
      findings.error(line, null, `line ${twin} has the same record: remove one of the two lines`);
    else if (identity !== null) seen.others.set(identity, line);
    return;
  }
  const first = named.products.get(record.link);
  if (first !== undefined)
    findings.error(line, "link", `line ${first} has the same product: remove one of the two lines`);
  else named.products.set(record.link, line);
  for (const [i, { sku }] of record.variants.entries()) {
    if (sku === null) continue;
    const other = seen.skus.get(wordKey(sku));
    if (other !== undefined)
      findings.error(
        line,
        `variants.${i}.sku`,
        `${quoted(sku)} is also a SKU on line ${other}: change one of the two`,
      );
    else seen.skus.set(wordKey(sku), line);
  }
  const pictureColor = pictureColorsOf(record.options);
  for (const [i, { color }] of record.images.entries()) {
    const shown = pictureColor(color);
    if (shown !== null && typeof shown === "object")
      findings.error(line, `images.${i}.color`, `${quoted(color ?? "")}: ${shown.error}`);
  }
  for (const [i, { picture }] of record.images.entries())
    if (picture !== null && !named.pictures.has(picture))
      findings.error(
        line,
        `images.${i}.picture`,
        "no earlier line defines this picture: add it on an earlier line",
      );
}

/**
 * Records a review, so that later lines can add pictures. Reviews with the same reviewName() share one count of
 * pictures.
 */
function nameReview({ reviews }: Named, record: RecordOf<"review">): void {
  const review = reviewName(record);
  if (!reviews.has(review)) reviews.set(review, 0);
}

function countPicture(
  { reviews }: Named,
  line: number,
  record: RecordOf<"reviewPicture">,
  findings: Findings,
): void {
  const review = reviewName(record);
  const count = reviews.get(review);
  if (count === undefined)
    findings.error(line, "name", "no earlier line defines this review: add it on an earlier line");
  else if (count === maxReviewPhotos)
    findings.error(line, null, `a review can have at most ${maxReviewPhotos} pictures`);
  else reviews.set(review, count + 1);
}

/**
 * Returns a key that identifies a record among records of its type, or null for types that allow equal records, such as
 * pictures and reviews.
 */
function identityOf(record: Exclude<JsonRecord, { type: "product" }>): string | null {
  switch (record.type) {
    case "location":
    case "language":
      return `${record.type} ${record.code}`;
    case "collection":
      return `${record.type} ${record.link}`;
    case "menu":
      return `${record.type} ${record.name}`;
    case "pair":
      return `${record.type} ${record.product} ${record.target} ${record.kind}`;
    case "translation":
      return `${record.type} ${record.of} ${record.link ?? ""} ${record.policy ? policyName(record.policy) : ""} ${record.language}`;
    case "policy":
      // A policy with many versions has several lines, each with some of its versions.
      return `${record.type} ${policyName(record)} ${record.earlier[0]?.at ?? ""}`;
    case "synonyms":
    case "header":
    case "facts":
      return record.type;
    case "picture":
    case "review":
    case "reviewPicture":
      return null;
  }
}
