import type { LanguageCode } from "./enumerations.ts";
import type { Menu, MenuName } from "./menus.ts";
import type { Store } from "./stores.ts";

/** The client's Answer, whose package knows this one. */
type ApiAnswer = Pick<
  Response,
  "ok" | "status" | "statusText" | "url" | "headers" | "text" | "blob"
>;

/** What a store sells, as far as its published products tell: what its default menu lists. */
export type Assortment = {
  departments: { value: string; label: string }[];
  categories: { value: string; label: string }[];
  hasSale: boolean;
};

/** What the server hands over with a request for a page. */
export type RenderOptions = {
  /** The API in this process: a transport of the client. */
  api: (request: Request) => Promise<ApiAnswer>;
  /** The Host's store and its menus, in the page's language. */
  store: Store;
  menus: Record<MenuName, Menu>;
  assortment: Assortment;
  /** BCP 47, of the page. */
  language: string;
  /** What the store can be read in, its own language first. */
  languages: readonly LanguageCode[];
  /** The translation the page shows; null: the store's own words. */
  translation: LanguageCode | null;
  /** Where errors go that the visitor sees as a page. */
  report: (error: unknown) => void;
};

/** Answers a page, a page's data or an action: what the storefront's bundle gives the server. */
export type Render = (request: Request, options: RenderOptions) => Promise<Response>;
