import { z } from "zod";
import { Email, OptionalText, Text } from "../common.ts";
import { parseUrl, WebUrl } from "../web-address.ts";

const BusinessDays = z
  .strictObject({ min: z.int().min(0).max(90), max: z.int().min(0).max(90) })
  .refine(({ min, max }) => min <= max, {
    message: "min can't be greater than max.",
    path: ["min"],
  });

/** The store's promises to shoppers, except its return period. Pages leave out promises that are null. */
export const StorePromises = z
  .strictObject({
    refundDays: BusinessDays.nullable().meta({
      description: "Business days until a refund arrives.",
    }),
    damageReportHours: z.int().min(1).max(720).nullable().meta({
      description: "Hours after delivery within which damage must be reported.",
    }),
    warrantyYears: z.int().min(1).max(100).nullable(),
  })
  .meta({ id: "StorePromises" });
export type StorePromises = z.infer<typeof StorePromises>;

/**
 * Determines on which days the store hands parcels to its carriers, in its time zone. Delivery dates are calculated
 * from these days.
 */
export const ShippingCalendar = z
  .strictObject({
    cutOffHour: z.int().min(0).max(23).nullable().meta({
      description:
        "Orders placed at or after this hour count as placed on the next working day. null: no cut-off.",
    }),
    workingDays: z
      .array(z.int().min(1).max(7))
      .min(1)
      .max(7)
      .refine((days) => new Set(days).size === days.length, "List each day only once.")
      .meta({ description: "1 is Monday, 7 is Sunday." }),
    holidays: z
      .array(z.iso.date())
      .max(200)
      .refine((days) => new Set(days).size === days.length, "List each day only once.")
      .meta({ description: "Dates that aren't working days." }),
  })
  .meta({ id: "ShippingCalendar" });
export type ShippingCalendar = z.infer<typeof ShippingCalendar>;

export const noPromises: StorePromises = {
  refundDays: null,
  damageReportHours: null,
  warrantyYears: null,
};

/** The season named in the collection page's banner, and the sentence below the name. */
export const StoreSeason = z
  .strictObject({ name: Text(60), text: OptionalText(300) })
  .meta({ id: "StoreSeason" });
export type StoreSeason = z.infer<typeof StoreSeason>;

/** The launch that /coming-soon announces. The page's progress bar runs from `startsOn` to `launchesOn`. */
export const StoreLaunch = z
  .strictObject({ startsOn: z.iso.date(), launchesOn: z.iso.date() })
  .refine(({ startsOn, launchesOn }) => startsOn < launchesOn, {
    message: "launchesOn must be after startsOn.",
    path: ["launchesOn"],
  })
  .meta({ id: "StoreLaunch" });
export type StoreLaunch = z.infer<typeof StoreLaunch>;

/** The hosts of each social network's profiles. */
const networkHosts = {
  facebook: ["facebook.com"],
  instagram: ["instagram.com"],
  linkedin: ["linkedin.com"],
  pinterest: ["pinterest.com"],
  tiktok: ["tiktok.com"],
  x: ["x.com", "twitter.com"],
  youtube: ["youtube.com"],
} as const;
export const SocialNetwork = z.enum([
  "facebook",
  "instagram",
  "linkedin",
  "pinterest",
  "tiktok",
  "x",
  "youtube",
]);
export type SocialNetwork = z.infer<typeof SocialNetwork>;

export const SocialLink = z
  .strictObject({ network: SocialNetwork, url: WebUrl(["https"], 300) })
  .refine(({ network, url }) => isProfile(network, url), {
    message: "Use the https address of a profile on this network.",
    path: ["url"],
  });
export const SocialLinks = z
  .array(SocialLink)
  .max(7)
  .refine((links) => new Set(links.map(({ network }) => network)).size === links.length, {
    message: "List each network only once.",
  });

const Clock = z
  .string()
  .max(5)
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Use a time such as 09:30.");
const Weekday = z.enum(["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"]);
const ChatHours = z
  .strictObject({ from: Weekday, to: Weekday, opens: Clock, closes: Clock })
  .refine(({ opens, closes }) => opens < closes, {
    message: "`closes` must be later than `opens`.",
    path: ["closes"],
  });

/** Where shoppers can chat with the store, and the hours of the chat in the store's time zone. */
export const LiveChat = z
  .strictObject({
    href: z
      .string()
      .max(500)
      .refine(isChat, "Use an https address, or mailto: with an email address."),
    hours: z
      .array(ChatHours)
      .min(1)
      .max(14)
      .nullable()
      .meta({ description: "null: the chat is always available." }),
  })
  .meta({ id: "LiveChat" });
export type LiveChat = z.infer<typeof LiveChat>;

function isProfile(network: SocialNetwork, url: string): boolean {
  const address = parseUrl(url);
  if (address === null || address.username !== "" || address.port !== "") return false;
  const host = address.hostname.replace(/^(?:www|m)\./, "");
  return networkHosts[network].some((own) => own === host) && address.pathname.length > 1;
}

function isChat(href: string): boolean {
  if (href.startsWith("mailto:")) return Email.safeParse(href.slice("mailto:".length)).success;
  const address = parseUrl(href);
  return address?.protocol === "https:" && address.username === "" && !/\s/.test(href);
}
