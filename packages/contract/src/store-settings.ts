import { z } from "zod";
import { AllowedOrigins } from "./allowed-origins.ts";
import { countryCodes, currencyCodes } from "./codes.ts";
import { Country, OptionalText, Text } from "./common.ts";
import { LanguageCode, PaymentEnv } from "./enumerations.ts";
import { Action, HomeContent, StoreContact, StoreHelp } from "./store-content.ts";
import { LiveChat, SocialLinks, StoreLaunch, StorePromises, StoreSeason } from "./store-facts.ts";
import { ThemeInput } from "./theme.ts";

/** Words of the API's own addresses, and names that a platform's own hosts have or strangers take for them. */
const keptBack =
  "my-stores domains policies regions www api admin mail smtp imap ftp ns1 ns2 cdn static media assets login account accounts auth billing support help status security abuse postmaster webmaster root platform dashboard localhost".split(
    " ",
  );

/** A store is found by its id or its slug: none has another's id as its name. */
const looksLikeId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Part of the store's own host, so a label of the DNS. */
const Slug = z
  .string()
  .trim()
  .min(2)
  .max(60)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "Use a-z, 0-9 and single hyphens between them.")
  .refine(
    (slug) => !keptBack.includes(slug) && !looksLikeId.test(slug),
    "This word is not free. Choose another.",
  );
const Currency = z
  .string()
  .refine((code) => currencyCodes.has(code), {
    error: "Use the three letters of a currency that is paid with today, such as USD.",
    abort: true,
  })
  .max(3);
const Locale = z
  .string()
  .max(35)
  .refine(isLocale, "Use a language of ours with a region, such as en-US.")
  .meta({ description: "BCP 47; its language is one of the 13." });
const TimeZone = z
  .string()
  .max(60)
  .refine(isTimeZone, "Use a name of the IANA list, such as Europe/Rome.");
const Percent = z
  .number()
  .min(0)
  .max(100)
  .refine((percent) => Number(percent.toFixed(2)) === percent, "Use at most two decimals.")
  .meta({ description: "Added to the discounted subtotal; 0 where prices include it." });

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
  taxPercent: Percent,
  returnDays: z.int().min(0).max(365),
  promises: StorePromises,
  season: StoreSeason.nullable(),
  launch: StoreLaunch.nullable(),
  socialLinks: SocialLinks,
  liveChat: LiveChat.nullable(),
};

/** What a store begins with; all else has its beginning and is changed later. */
export const StoreInput = z.strictObject({
  slug: Slug.meta({ description: "Names the store in addresses, for good." }),
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
  taxPercent: settings.taxPercent.optional().meta({
    description:
      "Added to the discounted subtotal; where absent 8 in the US, and 0 elsewhere, where prices include it.",
  }),
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
      "Use a picture of the store's, beginning with /media/.",
    )
    .nullable()
    .optional(),
});
export type StoreUpdate = z.infer<typeof StoreUpdate>;

/** The two letters of a locale's language, in capitals: en-US -> EN. */
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
  // +02:00 names no zone: it has no summer, and databases read its sign the other way.
  if (!/^[A-Z]/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
