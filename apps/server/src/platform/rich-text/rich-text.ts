import { createRequire } from "node:module";
import {
  bytesOf,
  maxRichTextBytes,
  showsText,
  stacksMarks,
  tooManyMarks,
} from "@vetrina/contract/common";
import { invalidField } from "../errors.ts";
import { sanitizedBefore } from "./sanitized-texts.ts";

type Attributes = Record<string, string>;
type Sanitize = (
  dirty: string,
  options: {
    allowedTags: string[];
    allowedAttributes: Record<string, string[]>;
    allowedSchemes: string[];
    allowedSchemesAppliedToAttributes: string[];
    allowProtocolRelative: boolean;
    disallowedTagsMode: "discard";
    nestingLimit: number;
    transformTags: Record<
      string,
      (tagName: string, attribs: Attributes) => { tagName: string; attribs: Attributes }
    >;
    onOpenTag?: () => void;
    onCloseTag?: () => void;
  },
) => string;

const require = createRequire(import.meta.url);

/**
 * Loads the sanitizer when the first text is written, because pages don't need its 450 kB. The package is untyped;
 * `require` lets us declare its type here.
 */
const sanitizer = () => require("sanitize-html") as Sanitize;

const options: Parameters<Sanitize>[1] = {
  allowedTags:
    "p br strong em b i u s sub sup ul ol li h2 h3 h4 a blockquote table caption thead tbody tfoot tr th td".split(
      " ",
    ),
  allowedAttributes: {
    a: ["href", "rel"],
    th: ["colspan", "rowspan", "scope"],
    td: ["colspan", "rowspan"],
  },
  allowedSchemes: ["http", "https", "mailto"],
  allowedSchemesAppliedToAttributes: ["href"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nestingLimit: 30,
  transformTags: {
    h1: (_name, attribs) => ({ tagName: "h2", attribs }),
    h5: (_name, attribs) => ({ tagName: "h4", attribs }),
    h6: (_name, attribs) => ({ tagName: "h4", attribs }),
    hr: (_name, attribs) => ({ tagName: "br", attribs }),
    a: (tagName, { href = "" }) => ({
      tagName,
      attribs: {
        ...(href === "" ? {} : { href }),
        ...(/^https?:/i.test(href) ? { rel: "noopener nofollow" } : {}),
      },
    }),
  },
};

// HTML's block elements. The second group is not allowed in rich text.
const blockTag =
  /<(\/?)(?:(div|section|article|main|header|footer|aside|figure|figcaption|address|center|pre|dl|dt|dd|details|summary)|p|h[1-6]|ul|ol|li|blockquote|table|caption|tr|t[dh]|hr)\b/gi;

/**
 * Keeps the words of neighboring blocks apart. Blocks that aren't allowed become paragraphs if they contain no other
 * block. Otherwise, their tags get a space in front.
 */
function keepApart(html: string): string {
  const tags = [...html.matchAll(blockTag)];
  const parts: string[] = [];
  let copied = 0;
  for (const [i, tag] of tags.entries()) {
    if (tag[2] === undefined || tag.index < copied) continue;
    parts.push(html.slice(copied, tag.index));
    const paragraph = paragraphOf(html, tag, tags[i + 1]);
    parts.push(paragraph?.text ?? ` ${tag[0]}`);
    copied = paragraph?.end ?? tag.index + tag[0].length;
  }
  return [...parts, html.slice(copied)].join("");
}

/** Returns the block as a paragraph if the next block tag is its own end tag; otherwise null. */
function paragraphOf(
  html: string,
  open: RegExpExecArray,
  close: RegExpExecArray | undefined,
): { text: string; end: number } | null {
  const name = open[2]?.toLowerCase();
  if (close === undefined || open[1] !== "" || close[1] === "") return null;
  if (close[2]?.toLowerCase() !== name) return null;
  const inside = /^[^<>]*>(.*)$/s.exec(html.slice(open.index + open[0].length, close.index))?.[1];
  const after = close.index + close[0].length;
  const end = /\s*>/y;
  end.lastIndex = after;
  return inside !== undefined && end.test(html)
    ? { text: `<p>${inside}</p>`, end: end.lastIndex }
    : null;
}

const maxRounds = 5;
/** The parser's work for a tag grows with the nesting. Within these limits, text of 100 kB takes about 30 ms. */
const maxDepth = 100;
const maxTags = 3000;

/**
 * Returns HTML that is safe to show: the text with allowed tags and links, without styles, scripts, pictures or frames.
 * With more than 3,000 tags or 100 levels, returns only the words. The result may be five times as long as `html` (&
 * becomes &amp;), so check it with excessOf() before storing it.
 */
export function sanitizeRichText(html: string): string {
  const known = sanitizedBefore(html);
  if (known !== undefined) return known;
  const text = html.replaceAll("\0", "");
  return cleaned(text) ?? cleaned(withoutTags(text)) ?? "";
}

type RichTextOf = keyof typeof maxRichTextBytes;

/**
 * The error message for a sanitized text that is too long to store or stacks combining marks; null if there is no
 * error.
 */
export function excessOf(clean: string, of: RichTextOf): string | null {
  const [bytes, max] = [bytesOf(clean), maxRichTextBytes[of]];
  // Marks that were written as entities, or with tags between them, are found only after sanitizing.
  if (stacksMarks(clean.replaceAll(/<[^<>]*>/g, ""))) return tooManyMarks;
  return bytes <= max
    ? null
    : `Shorten this text: as HTML, with &, < and > escaped and links marked, it has ${bytes.toLocaleString("en-US")} bytes. The limit is ${max.toLocaleString("en-US")}.`;
}

/** Returns null if the text has too many tags or levels. */
function cleaned(text: string): string | null {
  // Allows two < per tag, because a tag may have an end tag.
  if (text.split("<", 2 * maxTags + 2).length > 2 * maxTags + 1) return null;
  try {
    const html = keepApart(text);
    let clean = sanitizeOnce(html);
    // Sanitizing can change how the text is parsed the next time (such as a cell in a cell), so it is repeated until
    // nothing changes.
    for (let round = 0; round < maxRounds; round += 1) {
      const again = sanitizeOnce(clean);
      if (again === clean) break;
      clean = again;
    }
    return clean;
  } catch (error) {
    if (error instanceof TooManyTags) return null;
    throw error;
  }
}

class TooManyTags extends Error {}

function sanitizeOnce(html: string): string {
  let [depth, tags] = [0, 0];
  const sanitizeHtml = sanitizer();
  return sanitizeHtml(html, {
    ...options,
    onOpenTag() {
      depth += 1;
      tags += 1;
      if (depth > maxDepth || tags > maxTags) throw new TooManyTags();
    },
    onCloseTag() {
      depth -= 1;
    },
  }).trim();
}

/** The words of any HTML as text. */
function withoutTags(html: string): string {
  return html.replaceAll(/<[^<>]*>?/g, " ");
}

/**
 * Sanitizes text that a caller writes. Returns "" if it has only empty paragraphs. Throws VALIDATION_FAILED if it has
 * content but none of it may be shown (only a script or a picture), or if it is too long to store or stacks combining
 * marks.
 */
export function writtenRichText(html: string, path: string, of: RichTextOf): string {
  const clean = sanitizeRichText(html);
  const excess = excessOf(clean, of);
  if (excess !== null) throw invalidField(path, excess);
  if (showsText(plainText(clean))) return clean;
  const leftOut = html.replaceAll(/<\/?(\w+)\b[^<>]*>/g, (tag, name: string) =>
    options.allowedTags.includes(name.toLowerCase()) ? "" : tag,
  );
  if (leftOut.includes("<"))
    throw invalidField(
      path,
      "None of this can be shown. Write text: scripts, pictures and frames are removed.",
    );
  return "";
}

const entities: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** The words of sanitized HTML on one line. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<[^<>]*>/g, " ")
    .replaceAll(/&(amp|lt|gt|quot|apos|nbsp);/g, (_all, name: string) => entities[name] ?? " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
