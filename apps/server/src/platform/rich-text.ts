import { createRequire } from "node:module";
import { showsText } from "@vetrina/contract/common";
import { invalidField } from "./errors.ts";

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
  },
) => string;

const require = createRequire(import.meta.url);

/** Loaded with the first text that is written: pages need none of its 450 kB. Required, so that it can be given types here. */
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

const blocks =
  "(?:div|section|article|main|header|footer|aside|figure|figcaption|address|center|pre|dl|dt|dd|details|summary)\\b";
const anyBlock = `(?:${blocks}|(?:p|h[1-6]|ul|ol|li|blockquote|table|caption|tr|t[dh]|hr)\\b)`;
const innermostBlock = new RegExp(
  `<(${blocks})[^<>]*>((?:[^<]|<(?!/?${anyBlock}))*)</\\1\\s*>`,
  "gi",
);
const otherBlock = new RegExp(`</?${blocks}`, "gi");

/** What stands in blocks that are not allowed in paragraphs, or apart at least: their words would run into each other. */
function keepApart(html: string): string {
  return html.replaceAll(innermostBlock, "<p>$2</p>").replaceAll(otherBlock, " $&");
}

const mostRounds = 5;

/** HTML that may be shown as it is: the text with the allowed tags and links; no styles, scripts, pictures or frames. */
export function sanitizeRichText(html: string): string {
  const sanitizeHtml = sanitizer();
  let clean = sanitizeHtml(keepApart(html.replaceAll("\0", "")), options).trim();
  // What is put right may be read otherwise the next time (a cell in a cell): until it stays as it is.
  for (let round = 0; round < mostRounds; round += 1) {
    const again = sanitizeHtml(clean, options).trim();
    if (again === clean) break;
    clean = again;
  }
  return clean;
}

/**
 * The same of what a caller writes; "" where no more than empty paragraphs was written. Throws VALIDATION_FAILED where
 * something was and nothing of it may be shown, as of a script or a picture alone.
 */
export function writtenRichText(html: string, path: string): string {
  const clean = sanitizeRichText(html);
  if (showsText(plainText(clean))) return clean;
  const leftOut = html.replaceAll(/<\/?(\w+)[^>]*>/g, (tag, name: string) =>
    options.allowedTags.includes(name.toLowerCase()) ? "" : tag,
  );
  if (leftOut.includes("<"))
    throw invalidField(
      path,
      "Nothing of this can be shown. Write text: scripts, pictures and frames are left out.",
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

/** The words of sanitised HTML alone, on one line. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(amp|lt|gt|quot|apos|nbsp);/g, (_all, name: string) => entities[name] ?? " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
