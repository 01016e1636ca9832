import { z } from "zod";
import { Dictionary, Id, Limit, listOf, maxRichTextBytes, Page, Time } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { LanguageCode, TranslatableType } from "./enumerations.ts";

/** A language of a store. The original texts are in the default language. */
export const StoreLanguage = z
  .object({
    id: Id,
    storeId: Id,
    code: LanguageCode,
    isDefault: z.boolean().meta({
      description:
        "Whether the store's original texts are in this language. Each store has one default language.",
    }),
    isPublished: z.boolean().meta({ description: "Whether shoppers can choose the language." }),
    version: z.int(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: "StoreLanguage" });
export type StoreLanguage = z.infer<typeof StoreLanguage>;

type Kind = { kind: "text" | "rich" | "lines"; maxLength: number };
const text = (maxLength: number): Kind => ({ kind: "text", maxLength });
const rich = (maxLength: number): Kind => ({ kind: "rich", maxLength });

/**
 * The translatable fields of each type, with their format: plain text, sanitized HTML or lines. "words" means that the
 * keys are the original words, as in { "Black": "Schwarz" }. A store's words have the store's id as entityId.
 */
export const translatableFields = {
  PRODUCT: {
    name: text(255),
    description: rich(maxRichTextBytes.product),
    seoTitle: text(255),
    seoDescription: rich(maxRichTextBytes.product),
    metaDescription: text(320),
    composition: text(500),
    care: { kind: "lines", maxLength: 200 },
  },
  COLLECTION: { name: text(255), description: text(10_000) },
  POLICY: { title: text(120), content: rich(maxRichTextBytes.policy) },
  OPTION: "words",
  NAVIGATION: "words",
} as const satisfies Record<TranslatableType, Readonly<Record<string, Kind>> | "words">;

const Fields = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

export const Translation = z
  .object({
    id: Id,
    storeId: Id,
    entityType: TranslatableType,
    entityId: Id,
    languageCode: LanguageCode,
    fields: Fields,
    version: z.int(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: "Translation" });
export type Translation = z.infer<typeof Translation>;

/** Any fields. The server checks them against translatableFields and sanitizes them. */
const FieldsInput = Dictionary(
  z.string().min(1).max(120),
  z.union([z.string().max(100_000), z.array(z.string().max(500)).max(50), z.null()]),
  1000,
).meta({ description: "Translations by field name; null removes a field's translation." });
export type TranslationFields = z.infer<typeof FieldsInput>;

export const MissingTranslation = z
  .object({
    entityType: TranslatableType,
    entityId: Id,
    languageCode: LanguageCode,
    name: z.string().meta({ description: "The content's name in the default language." }),
    missing: z
      .array(z.string())
      .meta({ description: "Fields that have an original text but no translation." }),
  })
  .meta({ id: "MissingTranslation" });
export type MissingTranslation = z.infer<typeof MissingTranslation>;

const StoreName = z.string().max(253);
const inBody = { by: "store", in: "body", field: "storeId", orHost: true } as const;
const byStore = { by: "store", in: "params", field: "storeId" } as const;
const ofLanguage = { by: "resource", kind: "language", in: "params", field: "id" } as const;
const byId = z.object({ id: Id });

export const languages = {
  createTranslation: endpoint({
    method: "POST",
    path: "/languages/translations",
    summary:
      "Translates a product, a collection, a policy, or the words of options and navigation. Translating a policy also requires MANAGE_SETTINGS.",
    access: { allow: ["MANAGE_PRODUCTS"], more: "MANAGE_SETTINGS" },
    store: inBody,
    body: z.strictObject({
      storeId: StoreName.optional(),
      entityType: TranslatableType,
      entityId: Id,
      languageCode: LanguageCode,
      fields: FieldsInput,
    }),
    response: Translation,
    status: 201,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_NOT_HELD"],
  }),
  listTranslations: endpoint({
    method: "GET",
    path: "/languages/translations",
    summary:
      "Lists translations of published content into published languages. Callers with MANAGE_PRODUCTS get all translations.",
    access: { allow: ["public"], more: "MANAGE_PRODUCTS" },
    store: { by: "store", in: "query", field: "storeId", orHost: true },
    query: z.object({
      storeId: StoreName.optional(),
      entityId: Id.optional(),
      entityType: TranslatableType.optional(),
      languageCode: LanguageCode.optional(),
      page: Page,
      limit: Limit,
    }),
    response: listOf(Translation),
    errors: ["NOT_FOUND"],
  }),
  updateTranslation: endpoint({
    method: "PUT",
    path: "/languages/translations/{id}",
    summary:
      "Updates a translation. Fields that aren't sent don't change; null removes a field's translation. Changing a policy's translation also requires MANAGE_SETTINGS.",
    access: { allow: ["MANAGE_PRODUCTS"], more: "MANAGE_SETTINGS" },
    store: { by: "resource", kind: "translation", in: "params", field: "id" },
    params: byId,
    body: z.strictObject({ fields: FieldsInput }),
    response: Translation,
    errors: ["NOT_FOUND", "EDIT_CONFLICT", "PERMISSION_NOT_HELD"],
  }),
  createLanguage: endpoint({
    method: "POST",
    path: "/languages/store",
    summary: "Adds a language to the store.",
    access: { allow: ["MANAGE_SETTINGS"] },
    store: inBody,
    body: z.strictObject({
      storeId: StoreName.optional(),
      code: LanguageCode,
      isPublished: z.boolean().default(true),
    }),
    response: StoreLanguage,
    status: 201,
    errors: ["NOT_FOUND", "ALREADY_EXISTS"],
  }),
  updateLanguage: endpoint({
    method: "PUT",
    path: "/languages/store/{id}",
    summary: "Publishes or hides a language, or makes it the default.",
    access: { allow: ["MANAGE_SETTINGS"], limit: 20 },
    store: ofLanguage,
    params: byId,
    body: z.strictObject({
      isPublished: z.boolean().optional(),
      isDefault: z.literal(true).optional(),
    }),
    response: StoreLanguage,
    errors: ["NOT_FOUND", "DEFAULT_LANGUAGE", "EDIT_CONFLICT", "RATE_LIMITED"],
  }),
  deleteLanguage: endpoint({
    method: "DELETE",
    path: "/languages/store/{id}",
    summary: "Removes a language with all its translations. The default language can't be removed.",
    access: { allow: ["MANAGE_SETTINGS"] },
    store: ofLanguage,
    params: byId,
    errors: ["NOT_FOUND", "DEFAULT_LANGUAGE", "EDIT_CONFLICT"],
  }),
  listLanguages: endpoint({
    method: "GET",
    path: "/languages/store/{storeId}",
    summary: "Lists the store's languages, the default one first.",
    access: { allow: ["public"] },
    store: byStore,
    params: z.object({ storeId: StoreName }),
    response: z.object({ items: z.array(StoreLanguage) }),
    errors: ["NOT_FOUND"],
  }),
  getLanguage: endpoint({
    method: "GET",
    path: "/languages/store/language/{id}",
    summary: "Returns one language of a store.",
    access: { allow: ["public"] },
    store: ofLanguage,
    params: byId,
    response: StoreLanguage,
    errors: ["NOT_FOUND"],
  }),
  listMissingTranslations: endpoint({
    method: "GET",
    path: "/languages/store/{storeId}/missing",
    summary:
      "Lists content of one type that isn't fully translated, oldest first. Content that lacks translations in several languages has one item for each. `total` is at most 1,000.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byStore,
    params: z.object({ storeId: StoreName }),
    query: z.object({
      languageCode: LanguageCode.optional().meta({ description: "Every language if absent." }),
      entityType: TranslatableType.default("PRODUCT"),
      page: Page,
      limit: Limit,
    }),
    response: listOf(MissingTranslation),
    errors: ["NOT_FOUND"],
  }),
};
