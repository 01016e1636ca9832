import type { LanguageCode } from "@vetrina/contract/enumerations";
import { displayNames } from "./formats.ts";

/** What a page is read in. */
export type Spoken = {
  /** BCP 47, of the page's text. */
  language: string;
  /** What the store can be read in; its own language first. */
  languages: readonly LanguageCode[];
  /** The one of them that the page shows; null: the store's own words. */
  translation: LanguageCode | null;
};

/** A language as it calls itself: Deutsch. */
export function nameOf(code: LanguageCode): string {
  const own = code.toLowerCase();
  const name = displayNames(own, "language").of(own) ?? code;
  return name.charAt(0).toLocaleUpperCase(own) + name.slice(1);
}
