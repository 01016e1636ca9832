import type { Store } from "@vetrina/contract/stores/stores";
import { useRouteLoaderData } from "react-router";
import type { Spoken } from "./language.ts";

/**
 * The store's public settings that every page needs. They are part of every page, so settings that only some pages show
 * are loaded with those pages.
 */
export type Shop = Omit<
  Store,
  | "home"
  | "navigation"
  | "version"
  | "createdAt"
  | "domain"
  | "season"
  | "launch"
  | "promises"
  | "liveChat"
  | "theme"
  | "contact"
  | "timeZone"
  | "shippingCalendar"
  | "environment"
  | "takesVatIds"
> & { contact: Pick<Store["contact"], "email" | "address"> };

export function shopOf({
  home: _home,
  navigation: _links,
  version: _version,
  createdAt: _at,
  domain: _domain,
  season: _season,
  launch: _launch,
  promises: _promises,
  liveChat: _chat,
  theme: _theme,
  timeZone: _zone,
  shippingCalendar: _calendar,
  environment: _environment,
  takesVatIds: _takes,
  contact: { email, address },
  ...store
}: Store): Shop {
  return { ...store, contact: { email, address } };
}

/** An item of a menu as a page shows it: a link, a heading for the items below it, or both. */
export type MenuItem = { id: string; label: string; href: string | null; children: MenuItem[] };

/**
 * A menu item, packed to keep pages small. 0 is the default menu's help item. A string is a label whose link is the
 * label in lower case. The tuple leaves out `children` if there are none and `id` if it equals the link.
 */
export type PackedMenuItem =
  | 0
  | string
  | readonly [
      label: string,
      href: string | null,
      children?: readonly PackedMenuItem[],
      id?: string,
    ];

/** The menus of a page. If the footer is empty, the page shows its default links. */
export type Menus = {
  main: MenuItem[];
  footer: MenuItem[];
  /**
   * The minimum screen width at which the header shows the main menu in a row. null: never, so a button always opens
   * the menu.
   */
  rowFrom: "lg" | "xl" | null;
};

/** The data that root.tsx loads for every page. */
export type RootData = Spoken & {
  store: Shop;
  menus: { main: PackedMenuItem[]; footer: PackedMenuItem[]; rowFrom: Menus["rowFrom"] };
  /** The origin of the shop's public URLs, e.g. https://sorvela.example, without a trailing slash. */
  origin: string;
};

export function useStore(): Shop {
  return useRootData().store;
}

/** The data that root.tsx has loaded. Throws if the root route failed. */
export function useRootData(): RootData {
  const data = useRouteLoaderData<RootData>("root");
  if (!data) throw new Error("The root route's data is missing.");
  return data;
}

/** The origin of canonical URLs: the store's own domain or, on a developer's machine, the current origin. */
export function publicOrigin(requestUrl: string, store: Pick<Store, "domain">): string {
  const { origin, hostname } = new URL(requestUrl);
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.*\.localhost)$/.test(hostname);
  return local ? origin : `https://${store.domain}`;
}

/** The writing direction of a language. */
export function directionOf(language: string): "ltr" | "rtl" {
  return /^(ar|fa|he|ur)\b/.test(language) ? "rtl" : "ltr";
}

/** Whether the data was loaded by root.tsx. After an error in the root route there is none. */
export function isRootData(data: unknown): data is RootData {
  return typeof data === "object" && data !== null && "store" in data && "origin" in data;
}
