import { toMajor } from "@vetrina/commerce/money";
import type { Store, StoreHelp, StorePolicy } from "@vetrina/contract/stores";
import type { Context } from "../../platform/context.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";

type StoreRow = {
  tagline: string;
  theme: Store["theme"];
  contact: Store["contact"];
  navigation: Store["navigation"];
  home: Store["home"];
  social_image: string | null;
  return_days: number;
  created_at: Date;
  rate_name: string | null;
  price_minor: number | null;
  free_above_minor: number | null;
  processing_min: number | null;
  processing_max: number | null;
  transit_min: number | null;
  transit_max: number | null;
};

/** The store as its shoppers may see it; shipping is the home zone's Standard, else its first rate. */
export async function getStore(ctx: Context): Promise<Store> {
  const row = await ctx.catalogue.row<StoreRow>(sql`
    select s.tagline, s.theme, s.contact, s.navigation, s.home, s.social_image, s.return_days, s.created_at, r.name as rate_name,
      r.price_minor, r.free_above_minor, r.processing_min, r.processing_max, r.transit_min, r.transit_max
    from catalogue.stores s
    left join lateral (
      select r.* from catalogue.shipping_zones z
      join catalogue.shipping_rates r on r.store_id = z.store_id and r.zone_id = z.id
      where z.store_id = s.id and (s.country = any(z.countries) or z.countries = '{}')
      order by s.country = any(z.countries) desc, z.position, r.name = 'Standard' desc, r.position, r.id limit 1
    ) r on true
    where s.id = ${ctx.store.id}`);
  if (row === undefined) throw notFound("store");
  const { store } = ctx;
  return {
    id: store.id,
    slug: store.slug,
    name: store.name,
    tagline: row.tagline,
    domain: store.domain,
    currency: store.currency,
    locale: store.locale,
    country: store.country,
    environment: store.environment,
    theme: row.theme,
    contact: row.contact,
    navigation: row.navigation,
    home: row.home,
    socialImage: row.social_image,
    shipping: {
      methodName: row.rate_name ?? "Standard",
      price: toMajor(row.price_minor ?? 0, store.currency),
      freeAbove:
        row.free_above_minor === null ? null : toMajor(row.free_above_minor, store.currency),
      processingDays: { min: row.processing_min ?? 0, max: row.processing_max ?? 0 },
      transitDays: { min: row.transit_min ?? 0, max: row.transit_max ?? 0 },
    },
    taxPercent: store.taxBasisPoints / 100,
    returnDays: row.return_days,
    createdAt: row.created_at.toISOString(),
    ...(ctx.seesMore && { settings: await readSettings(ctx) }),
  };
}

/** What those see who may change it. */
async function readSettings({ store, services }: Context): Promise<Store["settings"]> {
  const domains = await queryable(services.database.app).rows<
    NonNullable<Store["settings"]>["domains"][number]
  >(sql`
    select host, status, is_primary as "isPrimary" from shop.domains where store_id = ${store.id}
    order by is_primary desc, host`);
  return { timeZone: store.timeZone, domains };
}

/** The policies in force, in the order of the enumeration. */
export async function listPolicies(ctx: Context): Promise<{ items: StorePolicy[] }> {
  const rows = await ctx.catalogue.rows<Omit<StorePolicy, "updatedAt"> & { updated_at: Date }>(sql`
    select id, type, title, content, updated_at from catalogue.policies where store_id = ${ctx.store.id}
    order by array_position(array['REFUND_POLICY', 'SHIPPING_POLICY', 'PRIVACY_POLICY', 'TERMS_OF_SERVICE', 'LEGAL_NOTICE'], type), id`);
  return {
    items: rows.map(({ id, type, title, content, updated_at }) => ({
      id,
      type,
      title,
      content,
      updatedAt: updated_at.toISOString(),
    })),
  };
}

/** The text of the help pages. */
export async function getHelp(ctx: Context): Promise<StoreHelp> {
  const row = await ctx.catalogue.row<{ help: StoreHelp }>(
    sql`select help from catalogue.stores where id = ${ctx.store.id}`,
  );
  if (row === undefined) throw notFound("store");
  return row.help;
}
