import { LanguageCode } from "@vetrina/contract/enumerations";

/** A visitor's choice stays for a year. */
const rememberedFor = 31_536_000;
const cookieName = "language";

export type PageLanguage = {
  /** What the API is asked for; null: the store's own words. */
  code: LanguageCode | null;
  /** BCP 47, of the page. */
  tag: string;
  /** What keeps a choice that was just made for the pages that follow. */
  cookie: string | null;
};

/**
 * The language a page is read in, of those the store shows (its own first): the one the address names (?lang=de), else the
 * one chosen before, else the store's own. Nothing is guessed from the browser, so that an address is one page.
 */
export function pageLanguage(
  { languages, locale }: { languages: readonly LanguageCode[]; locale: string },
  address: URL,
  cookies: string | undefined,
): PageLanguage {
  const named = shownOf(languages, address.searchParams.get("lang"));
  const remembered = new RegExp(`(?:^|; *)${cookieName}=([a-z]{2})(?:;|$)`).exec(
    cookies ?? "",
  )?.[1];
  const code = named ?? shownOf(languages, remembered) ?? languages[0] ?? null;
  const isOwn = code === null || code === languages[0];
  return {
    code: isOwn ? null : code,
    tag: isOwn ? locale : code.toLowerCase(),
    cookie:
      named === null
        ? null
        : `${cookieName}=${named.toLowerCase()}; Path=/; Max-Age=${rememberedFor}; SameSite=Lax`,
  };
}

function shownOf(
  languages: readonly LanguageCode[],
  asked: string | null | undefined,
): LanguageCode | null {
  const code = LanguageCode.safeParse(asked?.toUpperCase()).data;
  return code !== undefined && languages.includes(code) ? code : null;
}
