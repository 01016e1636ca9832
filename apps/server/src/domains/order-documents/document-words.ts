import { mailLocale } from "../../platform/mail/languages.ts";
import { directionOf, isolated } from "../../platform/pdf/text-direction.ts";
import type { DocumentWords } from "./languages/en.ts";

/** Each language is loaded when its first document is written. */
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

/** Returns a document's locale, chosen as for emails, and the words in its language. `wanted` is a LanguageCode. */
export async function documentWords(
  storeLocale: string,
  wanted: string | null,
): Promise<{ locale: string; words: DocumentWords }> {
  const locale = mailLocale(storeLocale, wanted);
  const load = languages[new Intl.Locale(locale).language] ?? languages["en"];
  if (load === undefined) throw new Error("the English document words are missing");
  return { locale, words: await load() };
}

/** Replaces each {name} in the text with its value. In right-to-left text, each value keeps its own direction. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  const isTurned = directionOf(text) === "rtl";
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return isTurned ? isolated(value) : value;
  });
}

/** Returns a word followed by a number or name, such as Order 7K3M-9QXZ. */
export function labeled(word: string, value: string): string {
  return fill(`${word} {value}`, { value });
}
