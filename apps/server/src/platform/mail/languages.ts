import type { MailTexts } from "./languages/en.ts";

/** Each language is loaded when the first email in it is composed. */
const languages = {
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
} satisfies Record<string, () => Promise<MailTexts>>;

/** The texts for a locale from mailLocale. */
export function textsOf(locale: string): Promise<MailTexts> {
  const language = new Intl.Locale(locale).language;
  return isKnown(language) ? languages[language]() : languages.en();
}

/**
 * Returns the locale of an email: the sender's, or the language in `wanted` (a LanguageCode) if that is another one. If
 * that language has no translation, English for the sender's region.
 */
export function mailLocale(sender: string, wanted: string | null): string {
  const own = new Intl.Locale(sender);
  const language = wanted?.toLowerCase() ?? own.language;
  if (language === own.language && isKnown(language)) return sender;
  if (isKnown(language)) return language;
  return own.region === undefined ? "en" : `en-${own.region}`;
}

export function directionOf(locale: string): "ltr" | "rtl" {
  return new Intl.Locale(locale).language === "ar" ? "rtl" : "ltr";
}

function isKnown(language: string): language is keyof typeof languages {
  return Object.hasOwn(languages, language);
}
