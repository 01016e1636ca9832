import { fetchCode } from "../../lib/when-needed.ts";
import type { ChangeWords, OrderWords } from "./en.ts";

type Words = { orderWords: OrderWords; changeWords: ChangeWords };

/** Each language has its own file, so that a page loads only that language. */
const languages: Readonly<Record<string, () => Promise<Words>>> = {
  ar: () => import("./ar.ts"),
  de: () => import("./de.ts"),
  en: () => import("./en.ts"),
  es: () => import("./es.ts"),
  fr: () => import("./fr.ts"),
  hi: () => import("./hi.ts"),
  it: () => import("./it.ts"),
  ja: () => import("./ja.ts"),
  ko: () => import("./ko.ts"),
  pt: () => import("./pt.ts"),
  ru: () => import("./ru.ts"),
  vi: () => import("./vi.ts"),
  zh: () => import("./zh.ts"),
};

/** The texts of an order's page in the page's language, or in English if the language has none. */
export async function orderWords(language: string): Promise<OrderWords> {
  return (await wordsOf(language)).orderWords;
}

/** The texts of the dialogs for changing an order. */
export async function changeWords(language: string): Promise<ChangeWords> {
  return (await wordsOf(language)).changeWords;
}

function wordsOf(language: string): Promise<Words> {
  return fetchCode(languages[language.split("-")[0] ?? ""] ?? (() => import("./en.ts")));
}
