import type { LanguageCode } from "./enumerations.ts";
import type { Menu, MenuName } from "./catalogue/menus.ts";
import type { Store } from "./stores/stores.ts";

/** The client's Answer type, repeated here because the client depends on this package. */
type ApiAnswer = Pick<
  Response,
  "ok" | "status" | "statusText" | "url" | "headers" | "text" | "blob"
>;

/** The departments and categories with published products, which the default menu lists. */
export type Assortment = {
  departments: { value: string; label: string }[];
  categories: { value: string; label: string }[];
  hasSale: boolean;
};

/** What pages may load from other origins, as sources of the Content-Security-Policy. */
export type PageSources = Record<
  "script" | "style" | "image" | "connect" | "frame",
  readonly string[]
>;

/** What the server passes to the storefront with each page request. */
export type RenderOptions = {
  /** Calls the API within this process. Used as the client's transport. */
  api: (request: Request) => Promise<ApiAnswer>;
  /** The Host's store and its menus, in the page's language. */
  store: Store;
  menus: Record<MenuName, Menu>;
  assortment: Assortment;
  /** The page sources of the store's active payment providers. */
  sources: PageSources;
  /** The page's language as a BCP 47 tag. */
  language: string;
  /** The languages the store is available in, the default one first. */
  languages: readonly LanguageCode[];
  /** The translation the page shows; null for the store's default language. */
  translation: LanguageCode | null;
  /** Reports an error that the visitor sees as an error page. */
  report: (error: unknown) => void;
};

/** Answers requests for pages, page data and actions. Exported by the storefront's bundle. */
export type Render = (request: Request, options: RenderOptions) => Promise<Response>;
