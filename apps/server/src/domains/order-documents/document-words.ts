import { mailLocale } from "../../platform/mail/languages.ts";
import { directionOf, isolated } from "../../platform/pdf/text-direction.ts";
import type { DocumentWords } from "./languages/en.ts";

/** Each is loaded with the first document in its language. */
const languages: Record<string, () => Promise<DocumentWords>> = {
  en: async () => (await import("./languages/en.ts")).english,
  es: async () => (await import("./languages/es.ts")).spanish,
  fr: async () => (await import("./languages/fr.ts")).french,
  de: async () => (await import("./languages/de.ts")).german,
  it: async () => (await import("./languages/it.ts")).italian,
  pt: async () => (await import("./languages/pt.ts")).portuguese,
  ru: async () => (await import("./languages/ru.ts")).russian,
  zh: async () => (await import("./languages/zh.ts")).chinese,
  ja: async () => (await import("./languages/ja.ts")).japanese,
  ko: async () => (await import("./languages/ko.ts")).korean,
  ar: async () => (await import("./languages/ar.ts")).arabic,
  hi: async () => (await import("./languages/hi.ts")).hindi,
  vi: async () => (await import("./languages/vi.ts")).vietnamese,
};

/** A document's locale, chosen like a mail's (`wanted` is a LanguageCode), and its words. */
export async function documentWords(
  storeLocale: string,
  wanted: string | null,
): Promise<{ locale: string; words: DocumentWords }> {
  const locale = mailLocale(storeLocale, wanted);
  const load = languages[new Intl.Locale(locale).language] ?? languages["en"];
  if (load === undefined) throw new Error("English is missing");
  return { locale, words: await load() };
}

/** Replaces the names in braces of a text by values. In Arabic each value keeps its own direction. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  const isTurned = directionOf(text) === "rtl";
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return isTurned ? isolated(value) : value;
  });
}

/** A word followed by its number or name. */
export function labeled(word: string, value: string): string {
  return fill(`${word} {value}`, { value });
}
