import {
  beginning,
  bytesOf,
  distinctWords,
  isLonger,
  Link,
  maxRichTextBytes,
  Time,
} from "@vetrina/contract/common";
import { plainText, sanitizeRichText } from "../../../platform/rich-text/rich-text.ts";
import { linkOf } from "../../products/rules.ts";
import { readFlag } from "../csv/cells.ts";
import { quoted } from "../findings.ts";
import type { FileProduct } from "../products/file-product.ts";
import { departmentOf, knownCategory } from "./categories.ts";
import type { Column } from "./columns.ts";
import { readMetafields } from "./metafield-cells.ts";
import { readText, type RowReader } from "./row-reader.ts";
import { readOptionNames } from "./variant-rows.ts";

const limits = { tags: 100, body: 100_000, name: 255 };
/** Maximum characters in a cell of tags: a hundred tags, with room for spaces and repetitions. */
const maxTagsLength = 20_000;
/** Maximum number of characters that are searched in a cell with a handle, category or gender. */
const maxWordsLength = 1000;

/** Reads the product's fields from its first row. */
export function readFields(
  reader: RowReader,
  title: string,
): Omit<FileProduct, "variants" | "images"> {
  const text = (column: Column, longest: number) => readText(reader, column, longest);
  if (isLonger(title, limits.name))
    reader.error("title", "is longer than 255 characters: shorten it");
  const name = beginning(title, 2 * limits.name);
  const tags = reader.has("tags") ? readTags(reader) : undefined;
  if (/^true$/i.test(reader.text("giftCard")))
    reader.warning("giftCard", "a gift card is imported as an ordinary product");
  const publishedAt = readTime(reader);
  return {
    row: reader.row,
    link: readLink(reader),
    name,
    description: readRichText(reader, "body") ?? (reader.has("body") ? "" : undefined),
    vendor: text("vendor", 120),
    ...readCategory(reader, name, tags ?? []),
    tags,
    status: readStatus(reader, publishedAt !== undefined),
    publishedAt,
    seoDescription: readRichText(reader, "richText"),
    seoTitle: text("seoTitle", 255),
    metaDescription: text("seoDescription", 5000),
    ...readMetafields(reader),
    optionNames: readOptionNames(reader, null),
  };
}

/**
 * Reads the description for search engines as plain text, cut off after 320 characters. Calls `warning` if it is cut
 * off.
 */
export function metaDescriptionOf(html: string, warning: (message: string) => void): string | null {
  const text = plainText(sanitizeRichText(html));
  if (!isLonger(text, 320)) return text || null;
  warning("is longer than 320 characters and is cut off");
  return Array.from(text).slice(0, 320).join("").trimEnd();
}

/** Reads the handle in the form used in the shop's URLs. */
function readLink(reader: RowReader): string {
  const handle = reader.text("handle");
  if (handle.length > maxWordsLength) {
    reader.error("handle", "is longer than 1,000 characters: shorten it");
    return linkOf(beginning(handle, maxWordsLength));
  }
  if (Link.safeParse(handle).success) return handle;
  if (!/[\p{L}\p{N}]/u.test(handle)) {
    reader.error("handle", `${quoted(handle)} is not a handle: use lowercase words and hyphens`);
    return handle;
  }
  reader.warning("handle", "is changed to lowercase words and hyphens for the shop's URLs");
  return linkOf(handle);
}

/**
 * Reads HTML without sanitizing it, because long texts are sanitized in another thread later. Turns plain text into
 * paragraphs.
 */
function readRichText(reader: RowReader, column: "body" | "richText"): string | null | undefined {
  const html = readText(reader, column, limits.body);
  if (html === undefined || html === null) return html;
  // Exports write line ends of plain text as `&#10;` or `&#13;`. Each counts as one byte here, not five.
  const stored = html.replaceAll(/&#1[03];/g, " ");
  if (bytesOf(stored) > maxRichTextBytes.product)
    reader.error(column, "has more than 40,000 bytes: shorten it");
  const isPlain = !/<[a-z!/]/i.test(html);
  if (!isPlain && /<(?:script|iframe|img|video|object|embed|form|style)\b/i.test(html))
    reader.warning(column, "scripts, styles, frames and pictures in the text are removed");
  return isPlain ? paragraphs(html) : html;
}

function paragraphs(text: string): string {
  const parts = text.split(/(?:\r\n|\r|\n)\s*(?:\r\n|\r|\n)/);
  if (parts.length === 1 && !/[\r\n]/.test(text)) return text;
  return parts.map((part) => `<p>${part.trim().replaceAll(/\r\n|\r|\n/g, "<br>")}</p>`).join("");
}

function readTags(reader: RowReader): string[] {
  const text = reader.text("tags");
  if (text.length > maxTagsLength) {
    reader.error("tags", "has more than 20,000 characters: remove some tags");
    return [];
  }
  const tags = distinctWords(text.split(",")).filter(Boolean);
  if (tags.length > limits.tags) reader.error("tags", "has more than 100 tags: remove some");
  if (tags.some((tag) => isLonger(tag, 60)))
    reader.error("tags", "has a tag longer than 60 characters: separate tags with commas");
  return tags.slice(0, limits.tags);
}

function readCategory(
  reader: RowReader,
  title: string,
  tags: readonly string[],
): Pick<FileProduct, "category" | "type" | "department" | "suggested"> {
  const type = readText(reader, "type", 60) ?? "";
  const words = (column: Column) => beginning(reader.text(column), maxWordsLength);
  const path = words("productCategory") || words("googleCategory");
  const category = knownCategory(type) ?? knownCategory(path) ?? (type.toLowerCase() || undefined);
  const gender = words("gender");
  return {
    category,
    type: type.toLowerCase(),
    department: departmentOf(gender.split(/[,;]/)) ?? undefined,
    suggested: { category: knownCategory(title), department: departmentOf(tags) },
  };
}

/** Reads the publication time. Returns undefined if the cell is empty or invalid. */
function readTime(reader: RowReader): string | undefined {
  const text = reader.text("shownFrom");
  if (text === "") return undefined;
  if (Time.safeParse(text).success) return new Date(text).toISOString();
  reader.error(
    "shownFrom",
    `${quoted(text)} is not a time in UTC: write one such as 2031-01-31T09:00:00Z`,
  );
  return undefined;
}

/**
 * Reads the status. A product that is marked as unpublished is a draft, unless it is archived or has a publication
 * time.
 */
function readStatus(reader: RowReader, hasTime: boolean): FileProduct["status"] {
  const word = reader.text("status").toLowerCase();
  const published = reader.text("published");
  const flag = published === "" ? null : readFlag(published);
  if (flag !== null && !flag.ok) reader.error("published", `${quoted(published)} ${flag.problem}`);
  if (!["", "active", "draft", "archived", "unlisted"].includes(word))
    reader.error("status", `${quoted(word)} is not a status: write active, draft or archived`);
  if (!reader.has("status") && !reader.has("published")) return undefined;
  if (word === "archived") return "ARCHIVED";
  if (word === "unlisted")
    reader.warning(
      "status",
      "unlisted products are imported as drafts, because there is no unlisted status here",
    );
  if (word === "draft" || word === "unlisted") return "DRAFT";
  return flag?.ok && !flag.value && !hasTime ? "DRAFT" : "ACTIVE";
}
