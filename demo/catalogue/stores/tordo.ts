import type { DemoStore } from "../store-types.ts";
import { paper } from "../tordo.ts";

export const tordo: DemoStore = {
  slug: "tordo",
  name: "Tordo",
  host: "tordo.localhost",
  currency: "EUR",
  locale: "en-IE",
  country: "PT",
  homeMarket: "PT",
  taxPercent: 0,
  returnDays: 30,
  tagline: "Bags, wool and shoes from a Lisbon workshop",
  contact: {
    email: "ola@tordo.example",
    phone: null,
    address: ["Oficina Tordo", "Rua do Curtidor 27", "1300-027 Lisboa", "Portugal"],
    hours: [
      { days: "Tue-Fri", hours: "10:30-18:30 WET" },
      { days: "Sat", hours: "10:30-14:00" },
      { days: "Sun-Mon", hours: "closed" },
    ],
  },
  navigation: [
    { label: "New", href: "/new" },
    { label: "Bags and belts", href: "/collection?link=bags-and-belts" },
    { label: "Wool and silk", href: "/collection?link=wool-and-silk" },
    { label: "Shoes", href: "/shoes" },
    { label: "Sale", href: "/sale" },
  ],
  theme: {
    "color-paper": "#faf5ea",
    "color-tissue": "#f0e7d4",
    "color-ink": "#211c15",
    "color-graphite": "#5f5646",
    "color-edge": "#7b7161",
    "color-line": "#dfd3bb",
    "color-chalk": "#1c5c46",
    "color-pin": "#a3241a",
    "color-moss": "#3d6130",
    "color-amber": "#86520a",
    "tone-sand": paper.sand,
    "tone-blush": paper.blush,
    "tone-fog": paper.fog,
    "tone-oat": paper.oat,
    "tone-slate": paper.slate,
    "tone-butter": paper.butter,
    "tone-hero": paper.slate,
    "font-display": '"Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif',
    "font-text": '"Hanken Grotesk Variable", system-ui, sans-serif',
    "display-case": "none",
    "display-weight": "600",
    "display-tracking": "-0.01em",
    "display-scale": "0.85",
    radius: "2px",
  },
  home: {
    hero: {
      headline: "A bag for going home with",
      lead: "Made by Joaquim and Inês, father and daughter, in one room on Rua do Curtidor.",
      action: { label: "See the bags", href: "/collection?link=bags-and-belts" },
      scene: {
        alt: "A tan leather tote lying on pale green paper",
        wide: "tordo/hero-wide",
        tall: "tordo/hero-tall",
      },
    },
    banner: {
      scene: {
        alt: "A wine-red bag beside a hide, a stitched flap, an awl and two reels of thread",
        wide: "tordo/banner-wide",
        tall: "tordo/banner-tall",
      },
    },
    featured: { title: "Off the bench", collection: "new-arrivals" },
    editorial: [
      {
        headline: "Mended for as long as we are here",
        text: "Belts turned, handles replaced, soles stitched on again. Bring it in or post it; we charge for the thread and the time, and tell you the price first.",
        action: { label: "How repairs work", href: "/support" },
        picture: {
          key: "tordo/editorial-1",
          alt: "A leather belt and a pair of loafers laid out on cream paper",
        },
      },
      {
        headline: "Wool that has seen snow",
        text: "The sheep live above 1,500 metres in the Serra da Estrela. The mill is at the bottom of the hill, and the scarf is striped like the way down.",
        action: { label: "Wool and silk", href: "/collection?link=wool-and-silk" },
        picture: {
          key: "tordo/editorial-2",
          alt: "A striped wool scarf, a beanie and a pair of gloves on yellow paper",
        },
      },
    ],
    behindTheScenes: {
      headline: "Behind the Scenes",
      text: "The bench came from Joaquim's uncle, the radio from a ferry. Nothing in the workshop is younger than Inês except the rubber and the dog.",
      scene: {
        alt: "A leather worker's bench with awls, thread and half a bag",
        wide: "tordo/behind-the-scenes-wide",
        tall: "tordo/behind-the-scenes-tall",
      },
    },
    newsletter: {
      headline: "A postcard now and then",
      text: "When a new batch is ready, and not otherwise. About eight a year.",
    },
  },
};
