import { toMajor } from "@vetrina/commerce/money";
import type { LiveChat } from "@vetrina/contract/store-facts";
import type { StoreHelp } from "@vetrina/contract/store-content";
import type { Store } from "@vetrina/contract/stores";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";

type StoreRow = Pick<
  Store,
  "slug" | "name" | "tagline" | "currency" | "locale" | "country" | "environment" | "theme"
> &
  Pick<Store, "contact" | "navigation" | "home" | "version" | "promises" | "season" | "launch"> & {
    social_links: Store["socialLinks"];
    live_chat: LiveChat | null;
    domain: string | null;
    time_zone: string;
    tax_basis_points: number;
    social_image: string | null;
    return_days: number;
    created_at: Date;
    rate_name: string | null;
    price_minor: number | null;
    free_above_minor: number | null;
    free_at_home_only: boolean;
    processing_min: number | null;
    processing_max: number | null;
    transit_min: number | null;
    transit_max: number | null;
  };

/**
 * Reads the store. Shipping is the home zone's Standard rate, else its first rate, null if it has none. Settings
 * require a transaction with access to the store.
 */
export async function readStore(
  from: Queryable,
  id: string,
  { settings }: { settings: boolean },
): Promise<Store> {
  const row = await from.row<StoreRow>(sql`
    select s.slug, s.name, s.domain, s.currency, s.locale, s.country, s.environment, s.tagline, s.theme, s.contact, s.navigation,
      s.home, s.social_image, s.return_days, s.tax_basis_points, s.time_zone, s.version, s.created_at,
      s.promises, s.season, s.launch, s.social_links, s.live_chat, r.name as rate_name,
      r.price_minor, r.free_above_minor, r.processing_min, r.processing_max, r.transit_min, r.transit_max,
      exists (
        select from catalogue.shipping_zones z where z.store_id = s.id and z.id <> r.zone_id and not exists (
          select from catalogue.shipping_rates o where o.store_id = z.store_id and o.zone_id = z.id
            and (o.price_minor = 0 or o.free_above_minor <= r.free_above_minor))
      ) as free_at_home_only
    from catalogue.stores s
    left join lateral (
      select r.* from catalogue.shipping_zones z
      join catalogue.shipping_rates r on r.store_id = z.store_id and r.zone_id = z.id
      where z.store_id = s.id and (s.country = any(z.countries) or z.countries = '{}')
      order by s.country = any(z.countries) desc, z.position, r.name = 'Standard' desc, r.position, r.id limit 1
    ) r on true
    where s.id = ${id}`);
  if (row === undefined) throw notFound("store");
  const { domain, time_zone: timeZone, tax_basis_points: tax, social_image, return_days } = row;
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
    taxPercent: tax / 100,
    returnDays: return_days,
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
    freeAtHomeOnly: row.free_at_home_only,
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
