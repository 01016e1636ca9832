import { sorvela } from "./stores/sorvela.ts";
import { tordo } from "./stores/tordo.ts";
import type { StoreSlug } from "./types.ts";

export type DemoAction = { label: string; href: string };
/** A picture by its key under demo/pictures. */
export type DemoPicture = { key: string; alt: string };
export type DemoBlock = {
  headline: string;
  text: string;
  action: DemoAction;
  picture: DemoPicture;
};

export type DemoStore = {
  slug: StoreSlug;
  name: string;
  /** Without port; loopback names lead to the first store. */
  host: string;
  currency: "USD" | "EUR";
  /** BCP 47. */
  locale: string;
  /** Where the studio stands, ISO 3166-1 alpha-2. */
  country: string;
  /** The country assumed for shipping and tax until a shopper names another. */
  homeMarket: string;
  /** Added to the subtotal, in percent; 0 where prices include it. */
  taxPercent: number;
  /** Days from delivery. */
  returnDays: number;
  tagline: string;
  contact: {
    email: string;
    phone: string | null;
    address: string[];
    hours: { days: string; hours: string }[];
  };
  /** The header's links, in order. */
  navigation: DemoAction[];
  /** CSS custom properties without the leading dashes. */
  theme: Record<string, string>;
  home: {
    hero: { headline: string; lead: string; action: DemoAction; picture: DemoPicture };
    /** collection: the link of the collection whose first pieces are shown. */
    featured: { title: string; collection: string };
    editorial: [DemoBlock, DemoBlock];
    behindTheScenes: { headline: string; text: string; picture: DemoPicture };
    newsletter: { headline: string; text: string };
  };
};

/** The stores of an empty database; the first is the one loopback names lead to. */
export const demoStores: DemoStore[] = [sorvela, tordo];
