import { toMajor } from "@vetrina/commerce/money";
import type { LiveChat } from "@vetrina/contract/stores/store-facts";
import type { StoreHelp } from "@vetrina/contract/stores/store-content";
import type { Store } from "@vetrina/contract/stores/stores";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import { regionTo } from "../shipping/read-rates.ts";

type StoreRow = Pick<
  Store,
  "slug" | "name" | "tagline" | "currency" | "locale" | "country" | "environment" | "theme"
> &
  Pick<Store, "contact" | "navigation" | "home" | "version" | "promises" | "season" | "launch"> & {
    shipping_calendar: Store["shippingCalendar"];
    social_links: Store["socialLinks"];
    live_chat: LiveChat | null;
    domain: string | null;
    time_zone: string;
    /** null if the home country has no rate. */
    tax_basis_points: number | null;
    prices_include_tax: boolean | null;
    taxes_shipping: boolean | null;
    has_reverse_charge: boolean | null;
    social_image: string | null;
    return_days: number;
    created_at: Date;
    rate_name: string | null;
    price_minor: number | null;
    free_above_minor: number | null;
    free_domestic_only: boolean;
    processing_min: number | null;
    processing_max: number | null;
    transit_min: number | null;
    transit_max: number | null;
  };

/**
 * Reads the store. Its shipping is the home region's Standard rate, else its first rate that is not a pickup, else its
 * first rate; null if the region has no rates. To read settings, the transaction must have access to the store.
 */
export async function readStore(
  from: Queryable,
  id: string,
  { settings }: { settings: boolean },
): Promise<Store> {
  const row = await from.row<StoreRow>(sql`
    select s.slug, s.name, s.domain, s.currency, s.locale, s.country, s.environment, s.tagline, s.theme, s.contact, s.navigation,
      s.home, s.social_image, s.return_days, s.time_zone, s.version, s.created_at,
      s.shipping_calendar, s.promises, s.season, s.launch, s.social_links, s.live_chat, r.name as rate_name,
      r.price_minor, r.free_above_minor, r.processing_min, r.processing_max, r.transit_min, r.transit_max,
      t.prices_include_tax, t.taxes_shipping, t.has_reverse_charge, (
        select x.basis_points from catalogue.tax_rates x
        where x.store_id = s.id and x.country in (s.country, '') and x.region = '' and x.postal_from = ''
          and x.tax_class = '' and (x.starts_on is null or x.starts_on <= (now() at time zone s.time_zone)::date)
        order by x.country = '', x.starts_on desc nulls last, x.id limit 1) as tax_basis_points,
      exists (
        select from catalogue.shipping_regions z where z.store_id = s.id and z.id <> r.region_id and not exists (
          select from catalogue.shipping_rates o where o.store_id = z.store_id and o.region_id = z.id and o.type <> 'PICKUP'
            and (o.price_minor = 0 and o.steps = '[]' or o.free_above_minor <= r.free_above_minor))
      ) as free_domestic_only
    from catalogue.stores s
    left join catalogue.tax_settings t on t.store_id = s.id
    left join lateral (
      select r.* from catalogue.shipping_rates r
      where r.store_id = s.id and r.region_id = (${regionTo(sql`s.id`, sql`s.country`, { place: null })})
      order by r.type = 'PICKUP', r.name = 'Standard' desc, r.position, r.id limit 1
    ) r on true
    where s.id = ${id}`);
  if (row === undefined) throw notFound("store");
  const { domain, time_zone: timeZone, social_image, return_days } = row;
  return {
    id,
    slug: row.slug,
    name: row.name,
    tagline: row.tagline,
    domain: domain ?? "",
    currency: row.currency,
    locale: row.locale,
    country: row.country,
    environment: row.environment,
    theme: row.theme,
    contact: row.contact,
    navigation: row.navigation,
    home: row.home,
    socialImage: social_image,
    shipping: row.rate_name === null ? null : homeRate(row),
    taxPercent: row.prices_include_tax === false ? (row.tax_basis_points ?? 0) / 100 : 0,
    taxesShipping: row.taxes_shipping === true,
    takesVatIds: row.has_reverse_charge === true,
    returnDays: return_days,
    timeZone,
    shippingCalendar: row.shipping_calendar,
    promises: row.promises,
    season: row.season,
    launch: row.launch,
    socialLinks: row.social_links,
    liveChat: row.live_chat && { ...row.live_chat, timeZone },
    version: row.version,
    createdAt: row.created_at.toISOString(),
    ...(settings && { settings: { timeZone, ...(await readSettings(from, id)) } }),
  };
}

function homeRate(row: StoreRow): Store["shipping"] {
  return {
    methodName: row.rate_name ?? "",
    price: toMajor(row.price_minor ?? 0, row.currency),
    freeAbove: row.free_above_minor === null ? null : toMajor(row.free_above_minor, row.currency),
    freeDomesticOnly: row.free_domestic_only,
    processingDays: { min: row.processing_min ?? 0, max: row.processing_max ?? 0 },
    transitDays: { min: row.transit_min ?? 0, max: row.transit_max ?? 0 },
  };
}

async function readSettings(from: Queryable, id: string) {
  const row = await from.row<{ allowedOrigins: string[]; isContactConfirmed: boolean }>(sql`
    select s.allowed_origins as "allowedOrigins", f.is_staff or f.is_contact as "isContactConfirmed"
    from shop.stores s, door.mail_facts(s.id, s.contact ->> 'email', null) f where s.id = ${id}`);
  const { allowedOrigins = [], isContactConfirmed = false } = row ?? {};
  return { domains: await readDomains(from, id), allowedOrigins, isContactConfirmed };
}

function readDomains(from: Queryable, storeId: string) {
  return from.rows<NonNullable<Store["settings"]>["domains"][number]>(sql`
    select host, status, is_primary as "isPrimary" from shop.domains where store_id = ${storeId}
    order by is_primary desc, host limit 100`);
}

/** Throws NOT_FOUND. */
export async function readHelp(from: Queryable, storeId: string): Promise<StoreHelp> {
  const row = await from.row<{ help: StoreHelp }>(
    sql`select help from catalogue.stores where id = ${storeId}`,
  );
  if (row === undefined) throw notFound("store");
  return row.help;
}
