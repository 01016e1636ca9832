import { isUuid } from "@vetrina/contract/common";
import type { ResourceKind } from "@vetrina/contract/endpoint";
import type { ShippingCalendar } from "@vetrina/contract/stores/store-facts";
import type { LanguageCode } from "@vetrina/contract/enumerations";
import { createBriefMemory } from "./brief-memory.ts";
import type { Lookups } from "./database/lookups.ts";
import { type Queryable, sql } from "./database/sql.ts";
import { hostKey, isLoopback } from "./network/host-name.ts";

/** The data of a store that many handlers need; texts and theme are read where they are shown. */
export type StoreRef = {
  id: string;
  /**
   * The first of its current owners: limits per owner apply across all their stores. The store's id if it has no owner.
   */
  owner: string;
  slug: string;
  name: string;
  domain: string;
  currency: string;
  locale: string;
  country: string;
  timeZone: string;
  shippingCalendar: ShippingCalendar;
  environment: "TEST" | "LIVE";
  /** The languages shoppers can choose, starting with the language of the original texts. */
  languages: readonly LanguageCode[];
};

/**
 * Finds a store by id, slug or verified host, such as SLUG.localhost; loopback names mean the default store. Results
 * are cached for two seconds, because nearly every call looks one up. `address`: the caller's, because lookups for
 * different addresses take turns; null for the server's own work.
 */
export type StoreDirectory = {
  find(idOrSlugOrHost: string, address?: string | null): Promise<StoreRef | null>;
  /**
   * The store that DEFAULT_STORE names, or the oldest one if it is not set; null if there is none. The platform's host
   * leads to it too, unless a store has that host.
   */
  first(address?: string | null): Promise<StoreRef | null>;
  /** The store that a resource belongs to; null if no resource of this kind has the id. */
  ofThing(kind: ResourceKind, id: string, address?: string | null): Promise<StoreRef | null>;
  /** Caches the store of a new order, because the order's payment looks it up next. */
  noteOrder(id: string, storeId: string): void;
  /** The ids of the stores whose allowed origins include this one. */
  storesAllowing(origin: string, address?: string | null): Promise<ReadonlySet<string>>;
  /** Removes a changed store from the cache, or all stores if no id is given. */
  forget(storeId?: string | null): void;
};

const cacheMs = 2000;
const maxCached = 10_000;
const firstKey = "\0first";
/**
 * Kinds of resources that never move to another store and are looked up several times, so their stores are cached. If a
 * cached order no longer exists, the check of the caller's access fails later.
 */
const lasting = new Set<ResourceKind>(["product", "variant", "order"]);

/**
 * Creates a directory of the stores. `platformHost` is the host in the links of account emails. If no store has it, it
 * leads to the default store, so that its pages work.
 */
export function createStoreDirectory(
  lookups: Lookups,
  defaultStore: string | null,
  platformHost: string | null = null,
): StoreDirectory {
  const stores = createBriefMemory<StoreRef | null>(cacheMs, maxCached);
  const allowing = createBriefMemory<ReadonlySet<string>>(cacheMs, maxCached);
  const homes = new Map<string, string>();

  async function find(name: string, address: string | null = null) {
    const key = hostKey(name);
    if (key === "") return null;
    if (isLoopback(key)) return first(address);
    const look = async () =>
      (await findStore(lookups(address), key)) ?? (key === platformHost ? first(address) : null);
    return stores.remember(key, look, address ?? "");
  }

  function first(address: string | null = null) {
    const queries = lookups(address);
    const look = () =>
      defaultStore === null ? firstStore(queries) : findStore(queries, defaultStore);
    return stores.remember(firstKey, look, address ?? "");
  }

  async function homeOf(
    kind: ResourceKind,
    id: string,
    address: string | null,
  ): Promise<string | null> {
    const known = homes.get(`${kind} ${id}`);
    if (known !== undefined) return known;
    const row = await lookups(address).row<{ home: string | null }>(
      sql`select door.store_of(${kind}, ${id}) as home`,
    );
    const home = row?.home ?? null;
    if (home !== null && lasting.has(kind)) noteHome(kind, id, home);
    return home;
  }

  function noteHome(kind: ResourceKind, id: string, home: string): void {
    if (homes.size >= maxCached) homes.clear();
    homes.set(`${kind} ${id}`, home);
  }

  return {
    find,
    first,
    async ofThing(kind, id, address = null) {
      const home = await homeOf(kind, id, address);
      return home === null ? null : find(home, address);
    },
    noteOrder: (id, storeId) => noteHome("order", id, storeId),
    storesAllowing(origin, address = null) {
      const look = async () => {
        const rows = await lookups(address).rows<{ id: string }>(
          sql`select door.stores_allowing(${origin}) as id`,
        );
        return new Set(rows.map(({ id }) => id));
      };
      return allowing.remember(origin, look, address ?? "");
    },
    forget(storeId = null) {
      // The store may now allow other origins. Forgets all origins, because looking one up again takes only one
      // statement.
      allowing.clear();
      if (storeId === null) return stores.clear();
      // Names that had no store, or that meant the default store, may belong to this store now.
      stores.forget(
        (store, key) =>
          store === null || store.id === storeId || key === firstKey || key === platformHost,
      );
    },
  };
}

const columns = sql`s.id, door.owner_of_store(s.id) as owner, s.slug, s.name, coalesce(s.domain, '') as domain, s.currency, s.locale, s.country,
  s.time_zone as "timeZone", s.shipping_calendar as "shippingCalendar", s.environment, s.languages`;

/**
 * The store of unfinished work, even if it was deleted, because its held units must be released. Null if there is no
 * such store.
 */
export async function findStoreOfWork(worker: Queryable, id: string): Promise<StoreRef | null> {
  const row = await worker.row<StoreRef>(sql`
    select s.id, s.id as owner, s.slug, s.name, '' as domain, s.currency, s.locale, s.country, s.time_zone as "timeZone",
      s.shipping_calendar as "shippingCalendar", s.environment, '{}'::text[] as languages
    from shop.stores s where s.id = ${id}`);
  return row ?? null;
}

async function findStore(catalogue: Queryable, name: string): Promise<StoreRef | null> {
  const query = isUuid(name)
    ? sql`select ${columns} from catalogue.stores s where s.id = ${name}`
    : sql`select ${columns} from catalogue.stores s where s.slug = ${name}
          union all
          select ${columns} from catalogue.stores s join catalogue.domains d on d.store_id = s.id where d.host = ${name}
          limit 1`;
  return (await catalogue.row<StoreRef>(query)) ?? null;
}

async function firstStore(catalogue: Queryable): Promise<StoreRef | null> {
  const query = sql`select ${columns} from catalogue.stores s order by s.created_at, s.id limit 1`;
  return (await catalogue.row<StoreRef>(query)) ?? null;
}
