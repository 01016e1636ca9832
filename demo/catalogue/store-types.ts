/** Types for a demo store's content, except its products: its theme, policies and help pages. */
import type { StoreSlug } from "./types.ts";

export type DemoAction = { label: string; href: string };
/** A picture, identified by its key under demo/pictures. */
export type DemoPicture = { key: string; alt: string };
/** A scene's two pictures, identified by their keys under demo/pictures. */
export type DemoScene = { alt: string; wide: string; tall: string };
export type DemoBlock = {
  headline: string;
  text: string;
  action: DemoAction;
  picture: DemoPicture;
};

type Weekday = "MON" | "TUE" | "WED" | "THU" | "FRI" | "SAT" | "SUN";
/** Times in the store's own time zone. */
type ChatHours = { from: Weekday; to: Weekday; opens: string; closes: string };

export type DemoStore = {
  slug: StoreSlug;
  name: string;
  /** The host without a port. The first store also answers at loopback names. */
  host: string;
  currency: "USD" | "EUR";
  /** BCP 47 tag. */
  locale: string;
  /** The country where the store is based, ISO 3166-1 alpha-2. */
  country: string;
  /** The country assumed for shipping and tax until a shopper chooses another. */
  homeMarket: string;
  /** Tax that is added to the subtotal, in percent; 0 if prices include tax. */
  taxPercent: number;
  /** IANA time zone name. */
  timeZone: string;
  /** Number of days after delivery. */
  returnDays: number;
  promises: {
    refundDays: { min: number; max: number };
    damageReportHours: number;
    warrantyYears: number;
  };
  season: { name: string; text: string };
  /** Numbers of days relative to the server's first start. */
  launch: { startedDaysAgo: number; launchesInDays: number };
  socialLinks: { network: "instagram" | "pinterest" | "youtube"; url: string }[];
  liveChat: { href: string; hours: ChatHours[] } | null;
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
    hero: { headline: string; lead: string; action: DemoAction; scene: DemoScene };
    /** The banner above the list of all products. */
    banner: { scene: DemoScene };
    /** `collection` is the link of the collection whose first products are shown. */
    featured: { title: string; collection: string };
    editorial: [DemoBlock, DemoBlock];
    behindTheScenes: { headline: string; text: string; scene: DemoScene };
    newsletter: { headline: string; text: string };
  };
};

export type DemoPolicy = {
  type:
    | "REFUND_POLICY"
    | "SHIPPING_POLICY"
    | "PRIVACY_POLICY"
    | "TERMS_OF_SERVICE"
    | "LEGAL_NOTICE";
  title: string;
  /** Rich HTML with the placeholders of policies.ts. */
  content: string;
};

export type DemoChart = { name: string; columns: string[]; rows: string[][] };
export type DemoText = { title: string; text: string };

/** The help pages' text, with the placeholders of policies.ts. */
export type DemoHelp = {
  sizeCharts: DemoChart[];
  measuring: DemoText[];
  sizeTips: string[];
  /** Four steps, in order. */
  shippingSteps: DemoText[];
  shippingNotes: string[];
  /** Four steps, in order. */
  returnSteps: DemoText[];
  returnConditions: string[];
  nonReturnable: string[];
  returnFaq: DemoText[];
  /** Three questions. */
  faq: DemoText[];
  warranty: DemoText;
  /** The sections About, Careers, Press and Partners. */
  company: (DemoText & { email: string })[];
};
