import type { LanguageCode } from "@vetrina/contract/enumerations";
import { displayNames } from "./formats.ts";

/** The languages of a page and of its store. */
export type Spoken = {
  /** The language of the page's text, as a BCP 47 tag. */
  language: string;
  /** The languages the store is available in, the default one first. */
  languages: readonly LanguageCode[];
  /** The translation that the page shows; null if it shows the store's default language. */
  translation: LanguageCode | null;
};

/** A language's name in that language: Deutsch. */
export function nameOf(code: LanguageCode): string {
  const own = code.toLowerCase();
  const name = displayNames(own, "language").of(own) ?? code;
  return name.charAt(0).toLocaleUpperCase(own) + name.slice(1);
}
