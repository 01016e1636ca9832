import { Link } from "@vetrina/contract/common";
import { plainText, sanitizeRichText } from "../../platform/rich-text.ts";
import { isColor, linkOf } from "../products/rules.ts";
import { departmentOf, knownCategory } from "./categories.ts";
import { readFlag, readInteger, readUrl } from "./cells.ts";
import type { Column } from "./columns.ts";
import type { FileImage, FileProduct, FileVariant } from "./file-product.ts";
import { type Findings, quoted } from "./findings.ts";
import { isVariantRow, readOptionNames, readVariant } from "./variant-rows.ts";

/** One row of the file, by column; messages go to the row's line and the header as the file has it. */
export type RowReader = {
  row: number;
  currency: string;
  /** Whether the file has the column at all. */
  has(column: Column): boolean;
  /** Trimmed; "" where the cell is empty or missing. */
  text(column: Column): string;
  name(column: Column): string;
  fault(column: Column | null, message: string): void;
  notice(column: Column | null, message: string): void;
};

/** A product of which more rows may come. */
export type ProductDraft = {
  handleColumn: string;
  skuColumn: string;
  add(reader: RowReader): void;
  finish(findings: Findings): FileProduct;
};

type PlacedImage = FileImage & { position: number };

const most = { variants: 500, values: 200, images: 250, tags: 100, body: 100_000 };

/** Begins a product with its first row, which holds everything that is not of one variant or picture. */
export function startProduct(first: RowReader): ProductDraft {
  const title = first.text("title");
  if (title === "") first.fault("title", "is empty: the first row of a handle needs the title");
  const product: FileProduct = { ...readFields(first, title), variants: [], images: undefined };
  const images: PlacedImage[] = [];
  const variantImages: { row: number; url: string; color: string | undefined }[] = [];
  const seen = new Map<string, number>();
  const spellings = new Map<string, string>();
  if (first.has("imageSrc") || first.has("variantImage")) product.images = [];
  addRow(first, true);

  function addRow(reader: RowReader, isFirst: boolean) {
    const image = addImage(reader, images);
    const isVariant = isFirst || isVariantRow(reader);
    if (isVariant) addVariant(reader);
    else if (!image)
      reader.notice(null, "this row holds neither a variant nor a picture and is left out");
  }

  function addVariant(reader: RowReader) {
    const variant = readVariant(reader, product.optionNames);
    product.variants.push(variant);
    spellAlike(reader, variant);
    const key = JSON.stringify(Object.values(variant.options).map((value) => value.toLowerCase()));
    const twin = seen.get(key);
    if (twin !== undefined) {
      const what = Object.values(variant.options).map(quoted).join(" / ");
      reader.fault(
        "option1Value",
        what === ""
          ? `this handle has no options and a variant on row ${twin} already: name an option, or remove a row`
          : `${what} is also the variant of row ${twin}: variants must differ`,
      );
    } else seen.set(key, reader.row);
    addVariantImage(reader, variant);
  }

  // "red" after "Red" is the same value: facets and choices go by the first spelling.
  function spellAlike(reader: RowReader, { options }: FileVariant) {
    for (const [index, name] of product.optionNames.entries()) {
      const value = options[name];
      if (value === undefined) continue;
      const key = `${index} ${value.toLowerCase()}`;
      const first = spellings.get(key);
      if (first === undefined) spellings.set(key, value);
      else if (first !== value) {
        options[name] = first;
        reader.notice(null, "an option's value is spelled as on the product's earlier rows");
      }
    }
  }

  function addVariantImage(reader: RowReader, variant: FileVariant) {
    const url = readAddress(reader, "variantImage");
    if (url === null) return;
    const option = product.optionNames.find(isColor);
    const color = option === undefined ? undefined : variant.options[option];
    variantImages.push({ row: reader.row, url, color });
  }

  function hasTooManyValues(_name: string, index: number) {
    const values = [...spellings.keys()].filter((key) => key.startsWith(`${index} `));
    return values.length > most.values;
  }

  return {
    handleColumn: first.name("handle"),
    skuColumn: first.name("sku"),
    add(reader) {
      const again = reader.text("title");
      if (again !== "" && again !== title)
        reader.fault(
          "title",
          `${quoted(again)} is another title than ${quoted(title)} on row ${product.row}, under the same handle: give each product its own handle`,
        );
      readOptionNames(reader, product.optionNames);
      addRow(reader, false);
    },
    finish(findings) {
      if (product.images !== undefined) product.images = joinImages(images, variantImages);
      const tooMany = (column: string, text: string) => findings.fault(product.row, column, text);
      if (product.variants.length > most.variants)
        tooMany(first.name("option1Value"), "this product has more than 500 variants: split it");
      if (spellings.size > most.values && product.optionNames.some(hasTooManyValues))
        tooMany(
          first.name("option1Value"),
          "an option has more than 200 values: split the product",
        );
      if ((product.images?.length ?? 0) > most.images)
        tooMany(first.name("imageSrc"), "this product has more than 250 pictures: leave some out");
      return product;
    },
  };
}

function readFields(reader: RowReader, name: string): Omit<FileProduct, "variants" | "images"> {
  const text = (column: Column, longest: number) => readText(reader, column, longest);
  if (name.length > 255) reader.fault("title", "is longer than 255 characters: shorten it");
  const tags = reader.has("tags") ? readTags(reader) : undefined;
  if (/^true$/i.test(reader.text("giftCard")))
    reader.notice("giftCard", "a gift card comes in as an ordinary product");
  const seo = text("seoDescription", 5000);
  return {
    row: reader.row,
    link: readLink(reader),
    name,
    description: readBody(reader),
    vendor: text("vendor", 120),
    ...readCategory(reader, name, tags ?? []),
    tags,
    status: readStatus(reader),
    seoTitle: text("seoTitle", 255),
    metaDescription: seo ? cut(plainText(sanitizeRichText(seo)), reader) || null : seo,
    optionNames: readOptionNames(reader, null),
  };
}

function cut(text: string, reader: RowReader): string {
  if (text.length <= 320) return text;
  reader.notice("seoDescription", "is longer than 320 characters and is cut there");
  // Never half of a character of two units.
  return text
    .slice(0, 320)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd();
}

function readText(reader: RowReader, column: Column, longest: number): string | null | undefined {
  if (!reader.has(column)) return undefined;
  const text = reader.text(column);
  if (text.length <= longest) return text || null;
  reader.fault(
    column,
    `has ${text.length.toLocaleString("en")} characters, at most ${longest.toLocaleString("en")} fit: shorten it`,
  );
  return null;
}

/** The handle as it stands in the shop's addresses. */
function readLink(reader: RowReader): string {
  const handle = reader.text("handle");
  if (Link.safeParse(handle).success) return handle;
  if (!/[\p{L}\p{N}]/u.test(handle)) {
    reader.fault("handle", `${quoted(handle)} is not a handle: use lower-case words and hyphens`);
    return handle;
  }
  reader.notice("handle", "is written in lower-case words and hyphens in the shop's addresses");
  return linkOf(handle);
}

function readBody(reader: RowReader): string | undefined {
  const html = readText(reader, "body", most.body);
  if (html === undefined) return undefined;
  if (html === null) return "";
  const isPlain = !/<[a-z!/]/i.test(html);
  const clean = sanitizeRichText(isPlain ? paragraphs(html) : html);
  if (!isPlain && /<(?:script|iframe|img|video|object|embed|form|style)\b/i.test(html))
    reader.notice("body", "scripts, styles, frames and pictures inside the text are left out");
  return clean;
}

function paragraphs(text: string): string {
  const parts = text.split(/(?:\r\n|\r|\n)\s*(?:\r\n|\r|\n)/);
  if (parts.length === 1 && !/[\r\n]/.test(text)) return text;
  return parts.map((part) => `<p>${part.trim().replaceAll(/\r\n|\r|\n/g, "<br>")}</p>`).join("");
}

function readTags(reader: RowReader): string[] {
  const tags = [...new Set(reader.text("tags").split(","))].map((tag) => tag.trim());
  const kept = [...new Set(tags.filter(Boolean))];
  if (kept.length > most.tags) reader.fault("tags", "are more than 100: leave some out");
  if (kept.some((tag) => tag.length > 60))
    reader.fault("tags", "hold one longer than 60 characters: separate tags by commas");
  return kept;
}

function readCategory(
  reader: RowReader,
  title: string,
  tags: readonly string[],
): Pick<FileProduct, "category" | "type" | "department" | "guess"> {
  const type = readText(reader, "type", 60) ?? "";
  const path = [reader.text("productCategory"), reader.text("googleCategory")].find(Boolean) ?? "";
  const category = knownCategory(type) ?? knownCategory(path) ?? (type.toLowerCase() || undefined);
  const gender = reader.text("gender");
  return {
    category,
    type: type.toLowerCase(),
    department: departmentOf(gender.split(/[,;]/)) ?? undefined,
    guess: { category: knownCategory(title), department: departmentOf(tags) },
  };
}

function readStatus(reader: RowReader): FileProduct["status"] {
  const word = reader.text("status").toLowerCase();
  const published = reader.text("published");
  const flag = published === "" ? null : readFlag(published);
  if (flag !== null && !flag.ok) reader.fault("published", `${quoted(published)} ${flag.problem}`);
  if (!["", "active", "draft", "archived", "unlisted"].includes(word))
    reader.fault("status", `${quoted(word)} is no status: write active, draft or archived`);
  if (!reader.has("status") && !reader.has("published")) return undefined;
  if (word === "archived") return "ARCHIVED";
  if (word === "unlisted")
    reader.notice("status", "unlisted products come in as drafts: there is no such status here");
  if (word === "draft" || word === "unlisted") return "DRAFT";
  return flag?.ok && !flag.value ? "DRAFT" : "ACTIVE";
}

function readAddress(reader: RowReader, column: "imageSrc" | "variantImage"): string | null {
  const text = reader.text(column);
  if (text === "") return null;
  const url = readUrl(text);
  if (url.ok) return url.value;
  reader.fault(column, `${quoted(text)} ${url.problem}`);
  return null;
}

function addImage(reader: RowReader, images: PlacedImage[]): boolean {
  const alt = readText(reader, "imageAlt", 512) ?? null;
  const given = reader.text("imagePosition");
  const position = given === "" ? null : readInteger(given, 100_000);
  if (position !== null && (!position.ok || position.value < 0))
    reader.fault("imagePosition", `${quoted(given)} is not a position: write 1, 2, 3, ...`);
  if (reader.text("imageSrc") === "") return false;
  const url = readAddress(reader, "imageSrc");
  const place = position?.ok ? position.value : images.length + 1;
  if (url !== null && images.every((image) => image.url !== url))
    images.push({ row: reader.row, url, alt, color: undefined, position: place });
  return true;
}

// A picture that only variants of one color have shows that color; one of variants of several is of the whole product.
function joinImages(
  images: readonly PlacedImage[],
  ofVariants: readonly { row: number; url: string; color: string | undefined }[],
): FileImage[] {
  const colors = new Map<string, Set<string | undefined>>();
  for (const { url, color } of ofVariants)
    colors.set(url, (colors.get(url) ?? new Set<string | undefined>()).add(color));
  const joined: FileImage[] = images
    .toSorted((a, b) => a.position - b.position)
    .map(({ row, url, alt }) => ({ row, url, alt, color: undefined }));
  const known = new Set(joined.map(({ url }) => url));
  for (const { row, url } of ofVariants)
    if (!known.has(url)) {
      known.add(url);
      joined.push({ row, url, alt: null, color: undefined });
    }
  for (const image of joined) {
    const shown = colors.get(image.url);
    if (shown !== undefined) image.color = (shown.size === 1 ? [...shown][0] : null) ?? null;
  }
  return joined;
}
