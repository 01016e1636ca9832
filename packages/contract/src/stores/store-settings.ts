import { z } from "zod";
import { AllowedOrigins } from "./allowed-origins.ts";
import { countryCodes, currencyCodes } from "../codes.ts";
import { Country, OptionalText, Text, isUuid } from "../common.ts";
import { LanguageCode, PaymentEnv } from "../enumerations.ts";
import { Action, HomeContent, StoreContact, StoreHelp } from "./store-content.ts";
import {
  LiveChat,
  ShippingCalendar,
  SocialLinks,
  StoreLaunch,
  StorePromises,
  StoreSeason,
} from "./store-facts.ts";
import { ThemeInput } from "./theme.ts";

/**
 * Slugs that stores can't use. Some are words in the API's paths. Others are common names for a platform's own hosts,
 * or could be mistaken for one.
 */
const reservedSlugs =
  "my-stores domains policies regions www api admin mail smtp imap ftp ns1 ns2 cdn static media assets login account accounts auth billing support help status security abuse postmaster webmaster root platform dashboard localhost".split(
    " ",
  );

/**
 * The slug is part of the store's own host, so it must be a valid DNS label. It must not look like an id, because
 * stores are looked up by both.
 */
const Slug = z
  .string()
  .trim()
  .min(2)
  .max(60)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "Use a-z and 0-9, with single hyphens between them.")
  .refine(
    (slug) => !reservedSlugs.includes(slug) && !isUuid(slug),
    "This name is reserved. Choose a different one.",
  );
const Currency = z
  .string()
  .refine((code) => currencyCodes.has(code), {
    error: "Use the three-letter code of a current currency, such as USD.",
    abort: true,
  })
  .max(3);
const Locale = z
  .string()
  .max(35)
  .refine(isLocale, "Use a supported language, with or without a region, such as en-US.")
  .meta({ description: "A BCP 47 tag. Its language must be one of the 13 supported ones." });
const TimeZone = z
  .string()
  .max(60)
  .refine(isTimeZone, "Use an IANA time zone, such as Europe/Rome.");

const settings = {
  name: Text(100),
  tagline: OptionalText(200),
  currency: Currency,
  locale: Locale,
  country: Country,
  timeZone: TimeZone,
  theme: ThemeInput,
  contact: StoreContact,
  navigation: z.array(Action).max(20),
  returnDays: z.int().min(0).max(365),
  shippingCalendar: ShippingCalendar,
  promises: StorePromises,
  season: StoreSeason.nullable(),
  launch: StoreLaunch.nullable(),
  socialLinks: SocialLinks,
  liveChat: LiveChat.nullable(),
};

/** The settings that a store is created with. All other settings have defaults and can be changed later. */
export const StoreInput = z.strictObject({
  slug: Slug.meta({ description: "The store's name in URLs. It can't be changed." }),
  name: settings.name,
  country: settings.country,
  contact: z.strictObject({
    email: StoreContact.shape.email,
    phone: StoreContact.shape.phone.default(null),
    address: StoreContact.shape.address.default([]),
    hours: StoreContact.shape.hours.default([]),
  }),
  tagline: settings.tagline.default(""),
  currency: settings.currency.default("USD"),
  locale: settings.locale.default("en-US"),
  timeZone: settings.timeZone.default("UTC"),
  theme: settings.theme.default({}),
  returnDays: settings.returnDays.default(30),
});
export type StoreInput = z.infer<typeof StoreInput>;

export const StoreUpdate = z.strictObject({
  ...z.strictObject(settings).partial().shape,
  environment: PaymentEnv.optional(),
  allowedOrigins: AllowedOrigins.optional(),
  home: HomeContent.optional(),
  help: StoreHelp.optional(),
  socialImage: z
    .string()
    .max(500)
    .regex(
      /^\/media\/[\w-]+(?:[./][\w-]+)*$/,
      "Use the path of one of the store's images, beginning with /media/.",
    )
    .nullable()
    .optional(),
});
export type StoreUpdate = z.infer<typeof StoreUpdate>;

/** The language of a locale, in capitals: EN for en-US. */
export function languageOfLocale(locale: string): string {
  return new Intl.Locale(locale).language.toUpperCase();
}

function isLocale(locale: string): boolean {
  try {
    const { region } = new Intl.Locale(locale);
    return (
      Intl.getCanonicalLocales(locale)[0] === locale &&
      (region === undefined || !/^[A-Z]/.test(region) || countryCodes.has(region)) &&
      LanguageCode.options.some((code) => code === languageOfLocale(locale))
    );
  } catch {
    return false;
  }
}

function isTimeZone(name: string): boolean {
  // Rejects offsets such as +02:00, because they have no daylight saving time and PostgreSQL reads their sign the other
  // way around.
  if (!/^[A-Z]/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
