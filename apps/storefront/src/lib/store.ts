import type { Store } from "@vetrina/contract/stores";
import { useRouteLoaderData } from "react-router";
import type { Spoken } from "./language.ts";

/** The store's public settings; what only the home page says is read by its own loader, and its links stand in the menus. */
export type Shop = Omit<Store, "home" | "navigation" | "version" | "createdAt">;

/** An item as a page shows it: a link, a heading of what is below it, or both. */
export type MenuItem = { id: string; label: string; href: string | null; children: MenuItem[] };

/** The menus of a page. An empty footer: the page keeps its own links. */
export type Menus = {
  main: MenuItem[];
  footer: MenuItem[];
  /** From which width the header shows the main menu in a row; null: at none, a button opens it. */
  rowFrom: "lg" | "xl" | null;
};

/** What root.tsx loads for every page. */
export type RootData = Spoken & {
  store: Shop;
  menus: Menus;
  /** Where the shop's public addresses begin, e.g. https://sorvela.example; no slash at the end. */
  origin: string;
};

/** The store this page belongs to. */
export function useStore(): Shop {
  return useRootData().store;
}

/** Root's data. Throws outside the root route. */
export function useRootData(): RootData {
  const data = useRouteLoaderData<RootData>("root");
  if (!data) throw new Error("The root's data is missing.");
  return data;
}

/** Canonical addresses name the store's own domain, on a developer's machine the one that is open. */
export function publicOrigin(requestUrl: string, store: Pick<Store, "domain">): string {
  const { origin, hostname } = new URL(requestUrl);
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.*\.localhost)$/.test(hostname);
  return local ? origin : `https://${store.domain}`;
}

/** ltr or rtl, by the language. */
export function directionOf(language: string): "ltr" | "rtl" {
  return /^(ar|fa|he|ur)\b/.test(language) ? "rtl" : "ltr";
}

/** Whether this is what root.tsx has loaded: a failed root has none. */
export function isRootData(data: unknown): data is RootData {
  return typeof data === "object" && data !== null && "store" in data && "origin" in data;
}
