import { LanguageCode } from "@vetrina/contract/enumerations";

/** How long a visitor's choice is remembered: a year, in seconds. */
const rememberedFor = 31_536_000;
const cookieName = "language";

export type PageLanguage = {
  /** The language for API calls; null for the store's own. */
  code: LanguageCode | null;
  /** The page's BCP 47 tag. */
  tag: string;
  /**
   * The Set-Cookie header that remembers the language in the URL; null if the URL has none of the store's languages.
   */
  cookie: string | null;
};

/**
 * The page's language, always one of the store's published ones: the one in the URL (?lang=de), else the remembered
 * one, else the store's own. The browser's preference is ignored, so that a URL shows all new visitors the same page.
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
  cookieOrQuery: string | null | undefined,
): LanguageCode | null {
  const code = LanguageCode.safeParse(cookieOrQuery?.toUpperCase()).data;
  return code !== undefined && languages.includes(code) ? code : null;
}
