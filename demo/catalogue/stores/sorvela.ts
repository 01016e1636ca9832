import type { DemoStore } from "../store-types.ts";

export const sorvela: DemoStore = {
  slug: "sorvela",
  name: "Sorvela",
  host: "sorvela.localhost",
  currency: "USD",
  locale: "en-US",
  country: "IT",
  homeMarket: "US",
  taxPercent: 8,
  timeZone: "Europe/Rome",
  returnDays: 30,
  promises: { refundDays: { min: 5, max: 7 }, damageReportHours: 48, warrantyYears: 1 },
  season: {
    name: "Spring Summer '27",
    text: "The next collection is still on the table. Everything below is ready to wear.",
  },
  launch: { startedDaysAgo: 60, launchesInDays: 60 },
  socialLinks: [
    { network: "instagram", url: "https://www.instagram.com/sorvela_vetrina_demo" },
    { network: "pinterest", url: "https://www.pinterest.com/sorvela_vetrina_demo" },
  ],
  liveChat: {
    href: "mailto:chat@sorvela.example",
    hours: [
      { from: "MON", to: "FRI", opens: "10:00", closes: "19:00" },
      { from: "SAT", to: "SAT", opens: "10:00", closes: "18:00" },
    ],
  },
  tagline: "Clothes from a Milan cutting table",
  contact: {
    email: "hello@sorvela.example",
    phone: null,
    address: ["Sorvela Studio", "Via dei Tagliatori 9", "20144 Milano MI", "Italy"],
    hours: [
      { days: "Mon-Fri", hours: "10:00-19:00 CET" },
      { days: "Sat", hours: "10:00-18:00" },
      { days: "Sun", hours: "closed" },
    ],
  },
  navigation: [
    { label: "New", href: "/new-arrivals" },
    { label: "Women", href: "/women" },
    { label: "Men", href: "/men" },
    { label: "Dresses", href: "/dresses" },
    { label: "Tops", href: "/tops" },
    { label: "Sale", href: "/sale" },
    { label: "Collections", href: "/collections" },
  ],
  theme: {
    "color-paper": "#f7f8f9",
    "color-tissue": "#e9edf1",
    "color-ink": "#14171c",
    "color-graphite": "#525a66",
    "color-edge": "#717b88",
    "color-line": "#d3d9e0",
    "color-chalk": "#2340c7",
    "color-pin": "#b3241c",
    "color-moss": "#1d6b44",
    "color-amber": "#8a5300",
    "tone-sand": "#d8c4ae",
    "tone-blush": "#e7d2cc",
    "tone-fog": "#c5cfd8",
    "tone-oat": "#e5dccb",
    "tone-slate": "#9fb0c4",
    "tone-butter": "#e4cfae",
    "font-display": '"Sofia Sans Extra Condensed Variable", "Arial Narrow", sans-serif',
    "font-text": '"Hanken Grotesk Variable", system-ui, sans-serif',
    "display-case": "uppercase",
    "display-weight": "750",
    "display-tracking": "-0.02em",
    radius: "0",
  },
  home: {
    hero: {
      headline: "The winter coat, cut in one sheet",
      lead: "Eleven pattern pieces, one width of Biella wool, no offcut wider than a hand.",
      action: { label: "See the coats", href: "/outerwear" },
      scene: {
        alt: "A navy double-breasted wool coat lying on sand-colored paper",
        wide: "sorvela/hero-wide",
        tall: "sorvela/hero-tall",
      },
    },
    banner: {
      scene: {
        alt: "A navy blazer beside its pattern cards, shears, chalk and two reels of thread",
        wide: "sorvela/banner-wide",
        tall: "sorvela/banner-tall",
      },
    },
    featured: { title: "New arrivals", collection: "new-arrivals" },
    editorial: [
      {
        headline: "Every piece comes with its drawing",
        text: "Measured flat, in centimeters and inches, size by size, so you can lay your favorite coat next to ours before you order.",
        action: { label: "Read the size guide", href: "/size-guide" },
        picture: {
          key: "sorvela/editorial-1",
          alt: "Technical drawing of a coat with its measurements marked in chalk blue",
        },
      },
      {
        headline: "The men's bench, after dark",
        text: "A Shetland overcoat, an unconstructed blazer, trousers wide enough to walk in: pieces made to be worn with each other.",
        action: { label: "Shop men", href: "/men" },
        picture: {
          key: "sorvela/editorial-2",
          alt: "A gray overcoat, a knitted polo and wide trousers laid out side by side",
        },
      },
    ],
    behindTheScenes: {
      headline: "Behind the Scenes",
      text: "Six people, two tables, one window. Patterns are still drawn on card here and hung on hooks; the oldest has been traced so often that its edges are soft.",
      scene: {
        alt: "A cutting table with paper patterns, shears, chalk and a tape measure",
        wide: "sorvela/behind-the-scenes-wide",
        tall: "sorvela/behind-the-scenes-tall",
      },
    },
    newsletter: {
      headline: "Letters from the cutting room",
      text: "One letter a month: what is on the table, what went wrong with it, and when it will be ready.",
    },
  },
};
