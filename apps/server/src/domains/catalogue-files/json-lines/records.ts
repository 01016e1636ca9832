import {
  Country,
  Dictionary,
  ImageKind,
  Link,
  RichText,
  Text,
  tidyWord,
  Time,
} from "@vetrina/contract/common";
import { CollectionInput } from "@vetrina/contract/catalogue/collections";
import {
  LanguageCode,
  StorePolicyType,
  TranslatableType,
  UpsellType,
} from "@vetrina/contract/enumerations";
import { ExpectedDate } from "@vetrina/contract/stock/inventory";
import { MenuName } from "@vetrina/contract/catalogue/menus";
import { SynonymsInput } from "@vetrina/contract/catalogue/search";
import { AmountInput, Currency } from "@vetrina/contract/money";
import {
  OptionsInput,
  ProductFields,
  VariantInput,
} from "@vetrina/contract/catalogue/product-inputs";
import { ReviewStatus } from "@vetrina/contract/catalogue/reviews";
import { Action } from "@vetrina/contract/stores/store-content";
import { StoreUpdate } from "@vetrina/contract/stores/store-settings";
import { WebUrl } from "@vetrina/contract/web-address";
import { z } from "zod";
import { maxAltLength, maxFormerLinks, maxImages } from "../../products/rules.ts";

/** The format and its version, as written on the first line. Other versions are rejected. */
export const jsonFormat = "vetrina-catalogue";
export const jsonVersion = 1;

export const Head = z.strictObject({
  type: z.literal("catalogue"),
  format: z.literal(jsonFormat),
  version: z.literal(jsonVersion),
  currency: Currency,
});

const Code = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "Use lowercase letters and digits joined by hyphens.");
/** Identifies a picture within the file. */
const PictureId = z.string().min(1).max(200);
const Hash = z
  .string()
  .length(64)
  .regex(/^[0-9a-f]*$/, "Use a SHA-256 hash in hexadecimal.");

const LocationRecord = z.strictObject({
  type: z.literal("location"),
  code: Code,
  name: z.string().trim().min(1).max(120),
  position: z.int().min(0).max(1_000_000),
  isActive: z.boolean(),
  country: Country.nullable().default(null),
  region: z.string().trim().max(100).default(""),
  postalCode: z.string().trim().max(20).default(""),
});

const LanguageRecord = z.strictObject({
  type: z.literal("language"),
  code: LanguageCode,
  isPublished: z.boolean(),
});

/** `parts` is the number of lines after this one that contain the picture's bytes. */
const PictureRecord = z.strictObject({
  type: z.literal("picture"),
  id: PictureId,
  hash: Hash,
  mediaType: z.enum(["image/webp", "image/avif"]),
  parts: z.int().min(1).max(200),
  media: z
    .strictObject({ alt: z.string().max(300), bytes: z.int().min(0) })
    .nullable()
    .meta({
      description:
        "Set if the picture is in the store's media list; null if only products show it.",
    }),
});

export const PictureBytes = z.strictObject({
  type: z.literal("pictureBytes"),
  id: PictureId,
  part: z.int().min(0),
  data: z.base64().max(700_000),
});

const Level = z.strictObject({
  location: Code,
  onHand: z.int().min(-1_000_000_000).max(1_000_000_000),
  reorderPoint: z.int().min(0).max(1_000_000).nullable(),
  backorderLimit: z.int().min(0).max(1_000_000),
  backorderDate: ExpectedDate.nullable(),
});

/** Maximum number of prices in a variant's history. An export contains the latest ones. */
export const maxPrices = 100;

const VariantRecord = z.strictObject({
  name: z.string().min(1).max(400),
  slug: z.string().min(1).max(400),
  options: VariantInput.shape.options.unwrap(),
  sku: z.string().min(1).max(120).overwrite(tidyWord).nullable(),
  barcode: z.string().min(1).max(60).nullable(),
  price: AmountInput,
  regularPrice: AmountInput.nullable(),
  weightGrams: z.int().min(1).max(1_000_000).nullable(),
  levels: z.array(Level).max(50),
  prices: z
    .array(
      z.strictObject({ since: Time, price: AmountInput, regularPrice: AmountInput.nullable() }),
    )
    .max(maxPrices)
    .default([])
    .meta({ description: "Price history, oldest first; the last entry is the current price." }),
});

const ImageRecord = z
  .strictObject({
    picture: PictureId.nullable(),
    url: WebUrl(["http", "https"], 2000).nullable(),
    alt: z.string().max(maxAltLength),
    color: z.string().max(120).nullable(),
    kind: ImageKind,
  })
  .refine(({ picture, url }) => (picture === null) !== (url === null), {
    message: "Set either picture or url, and the other to null.",
    path: ["picture"],
  });

const ProductRecord = ProductFields.required().extend({
  type: z.literal("product"),
  // Files written before tax classes existed have no tax class.
  taxClass: ProductFields.shape.taxClass.default(""),
  options: OptionsInput,
  createdAt: Time,
  formerLinks: z.array(Link).max(maxFormerLinks),
  variants: z.array(VariantRecord).min(1).max(500),
  images: z.array(ImageRecord).max(maxImages),
});

const CollectionRecord = z.strictObject({
  type: z.literal("collection"),
  link: Link,
  name: CollectionInput.shape.name,
  description: z.string().trim().max(10_000),
  rule: CollectionInput.shape.rule.unwrap(),
  picture: PictureId.nullable(),
  position: z.int().min(0).max(1_000_000),
  isPublished: z.boolean(),
  products: z.array(Link).max(10_000),
  formerLinks: z.array(Link).max(maxFormerLinks),
});

const PairRecord = z.strictObject({
  type: z.literal("pair"),
  product: Link,
  target: Link,
  kind: UpsellType,
  position: z.int().min(0).max(1_000_000),
});

type Item = {
  label: string | null;
  href: string | null;
  collection: string | null;
  children: Item[];
};
const itemOf = <T extends z.ZodType<Item[]>>(children: T) =>
  z.strictObject({
    label: Text(80).nullable(),
    href: Action.shape.href.nullable(),
    collection: Link.nullable(),
    children,
  });
const none = z.array(z.never()).max(0) as unknown as z.ZodType<Item[]>;
const third = z.array(itemOf(none)).max(50);
const second = z.array(itemOf(third)).max(50);

const MenuRecord = z.strictObject({
  type: z.literal("menu"),
  name: MenuName,
  items: z.array(itemOf(second)).max(50),
});

const HeaderRecord = z.strictObject({
  type: z.literal("header"),
  links: StoreUpdate.shape.navigation.unwrap(),
});

/** The store's promises, season, launch, social links and live chat. */
const FactsRecord = z.strictObject({
  type: z.literal("facts"),
  promises: StoreUpdate.shape.promises.unwrap(),
  season: StoreUpdate.shape.season.unwrap(),
  launch: StoreUpdate.shape.launch.unwrap(),
  socialLinks: StoreUpdate.shape.socialLinks.unwrap(),
  liveChat: StoreUpdate.shape.liveChat.unwrap(),
});

/** The API now allows at most 2,000 words per language, but older stores may have more. */
const maxTranslatedFields = 20_000;

const TranslationRecord = z.strictObject({
  type: z.literal("translation"),
  of: TranslatableType,
  link: Link.nullable().meta({ description: "The link of a product or collection." }),
  policy: z
    .strictObject({ kind: StorePolicyType, title: z.string().max(120) })
    .optional()
    .meta({ description: "Identifies the policy." }),
  language: LanguageCode,
  fields: Dictionary(
    z.string().min(1).max(120),
    z.union([z.string().max(100_000), z.array(z.string().max(500)).max(50)]),
    maxTranslatedFields,
  ),
});

const PolicyRecord = z.strictObject({
  type: z.literal("policy"),
  kind: StorePolicyType,
  title: z.string().trim().min(1).max(120),
  content: RichText("policy"),
  since: Time,
  earlier: z
    .array(
      z.strictObject({
        title: z.string().min(1).max(120),
        content: RichText("policy"),
        at: Time,
      }),
    )
    .max(1000)
    .meta({ description: "Earlier versions of the policy, oldest first." }),
});

const SynonymsRecord = SynonymsInput.extend({ type: z.literal("synonyms") });

const ReviewRecord = z.strictObject({
  type: z.literal("review"),
  product: Link,
  name: z.string().min(1).max(120),
  rating: z.int().min(1).max(5),
  title: z.string().max(200),
  content: z.string().max(10_000),
  fit: z.enum(["small", "true", "large"]).nullable(),
  verified: z.boolean(),
  status: ReviewStatus,
  helpful: z.int().min(0).max(1_000_000_000),
  reply: z.strictObject({ text: z.string().max(10_000), at: Time }).nullable(),
  createdAt: Time,
});

/** A picture of a review on an earlier line. Its bytes follow on the next lines, as for other pictures. */
const ReviewPictureRecord = z.strictObject({
  type: z.literal("reviewPicture"),
  id: PictureId,
  hash: Hash,
  mediaType: z.literal("image/webp"),
  parts: z.int().min(1).max(200),
  product: Link,
  name: ReviewRecord.shape.name,
  title: ReviewRecord.shape.title,
  createdAt: Time,
  bytes: z.int().min(0).meta({ description: "The size of the uploaded file." }),
});

/** One record per line. A record comes before the records that refer to it. */
export const JsonRecord = z.discriminatedUnion("type", [
  LocationRecord,
  LanguageRecord,
  SynonymsRecord,
  PolicyRecord,
  PictureRecord,
  ProductRecord,
  CollectionRecord,
  PairRecord,
  MenuRecord,
  HeaderRecord,
  FactsRecord,
  TranslationRecord,
  ReviewRecord,
  ReviewPictureRecord,
]);
export type JsonRecord = z.infer<typeof JsonRecord>;
export type RecordOf<T extends JsonRecord["type"]> = Extract<JsonRecord, { type: T }>;
export type MenuItem = Item;
