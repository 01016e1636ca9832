import type { LanguageCode } from "./enumerations.ts";
import type { Menu, MenuName } from "./catalogue/menus.ts";
import type { Store } from "./stores/stores.ts";

/** The same as the client's Answer type, repeated here because the client depends on this package. */
type ApiAnswer = Pick<
  Response,
  "ok" | "status" | "statusText" | "url" | "headers" | "text" | "blob"
>;

/** The departments and categories with published products, which the default menu shows. */
export type Assortment = {
  departments: { value: string; label: string }[];
  categories: { value: string; label: string }[];
  hasSale: boolean;
};

/** The other origins that pages may load from, as sources of the Content-Security-Policy. */
export type PageSources = Record<
  "script" | "style" | "image" | "connect" | "frame",
  readonly string[]
>;

/** The options with which the server calls the storefront for each page request. */
export type RenderOptions = {
  /** Calls the API within this process. The client uses it as its transport. */
  api: (request: Request) => Promise<ApiAnswer>;
  /** The store that the Host header names. */
  store: Store;
  /** The store's menus in the page's language. */
  menus: Record<MenuName, Menu>;
  assortment: Assortment;
  /** The sources that the store's active payment providers need. */
  sources: PageSources;
  /** The page's language as a BCP 47 tag. */
  language: string;
  /** The languages that the store is available in, the default one first. */
  languages: readonly LanguageCode[];
  /** The translation that the page shows; null if it shows the store's default language. */
  translation: LanguageCode | null;
  /** Reports an error for which the visitor sees an error page. */
  report: (error: unknown) => void;
};

/** Responds to requests for pages, page data and actions. The storefront's bundle exports it. */
export type Render = (request: Request, options: RenderOptions) => Promise<Response>;
