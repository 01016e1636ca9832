import type { ResourceKind } from "@vetrina/contract/endpoint";
import type { LanguageCode } from "@vetrina/contract/enumerations";
import { createBriefMemory } from "./brief-memory.ts";
import { type Queryable, sql } from "./database/sql.ts";
import { hostKey, isLoopback } from "./network/host-name.ts";

/** What nearly every handler needs of a store; its texts and theme are read where they are shown. */
export type StoreRef = {
  id: string;
  /** The first owner: what one owner may take at once is counted over all their stores. The store's id where it has none. */
  owner: string;
  slug: string;
  name: string;
  domain: string;
  currency: string;
  locale: string;
  country: string;
  timeZone: string;
  environment: "TEST" | "LIVE";
  taxBasisPoints: number;
  /** Those shoppers are shown; the first is that of the originals. */
  languages: readonly LanguageCode[];
};

/**
 * Finds a store by id, slug, verified host or SLUG.localhost; loopback names mean the default store. Answers are kept for two
 * seconds: every call asks.
 */
export type StoreDirectory = {
  find(idOrSlugOrHost: string): Promise<StoreRef | null>;
  /** The store of DEFAULT_STORE, else the first one made; null while there is none. It also answers at the platform's host. */
  first(): Promise<StoreRef | null>;
  /** The store a thing is of; null where nothing of the kind has the id. */
  ofThing(kind: ResourceKind, id: string): Promise<StoreRef | null>;
  /** The ids of the stores whose list of allowed origins names this one. */
  storesAllowing(origin: string): Promise<ReadonlySet<string>>;
  forget(): void;
};

const keepMs = 2000;
const maxKept = 10_000;
/** Whose rows stay when they are deleted, and never change their store; pages ask for these several times each. */
const lasting = new Set<ResourceKind>(["product", "variant"]);

/** `platformHost`: where the links of account mails lead, so pages have to open there whether a store has it or not. */
export function createStoreDirectory(
  catalogue: Queryable,
  defaultStore: string | null,
  platformHost: string | null = null,
): StoreDirectory {
  const stores = createBriefMemory<StoreRef | null>(keepMs, maxKept);
  const allowing = createBriefMemory<ReadonlySet<string>>(keepMs, maxKept);
  const homes = new Map<string, string>();

  async function find(name: string) {
    const key = hostKey(name);
    if (key === "") return null;
    if (isLoopback(key)) return first();
    return stores.remember(
      key,
      async () => (await findStore(catalogue, key)) ?? (key === platformHost ? first() : null),
    );
  }

  function first() {
    return stores.remember("\0first", () =>
      defaultStore === null ? firstStore(catalogue) : findStore(catalogue, defaultStore),
    );
  }

  async function homeOf(kind: ResourceKind, id: string): Promise<string | null> {
    const known = homes.get(`${kind} ${id}`);
    if (known !== undefined) return known;
    const row = await catalogue.row<{ home: string | null }>(
      sql`select door.store_of(${kind}, ${id}) as home`,
    );
    const home = row?.home ?? null;
    if (home === null || !lasting.has(kind)) return home;
    if (homes.size >= maxKept) homes.clear();
    homes.set(`${kind} ${id}`, home);
    return home;
  }

  return {
    find,
    first,
    async ofThing(kind, id) {
      const home = await homeOf(kind, id);
      return home === null ? null : find(home);
    },
    storesAllowing: (origin) =>
      allowing.remember(origin, async () => {
        const rows = await catalogue.rows<{ id: string }>(
          sql`select door.stores_allowing(${origin}) as id`,
        );
        return new Set(rows.map(({ id }) => id));
      }),
    forget() {
      stores.clear();
      allowing.clear();
    },
  };
}

const columns = sql`s.id, door.owner_of_store(s.id) as owner, s.slug, s.name, coalesce(s.domain, '') as domain, s.currency, s.locale, s.country,
  s.time_zone as "timeZone", s.environment, s.tax_basis_points as "taxBasisPoints", s.languages`;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/**
 * The store of work that is left, also where it is deleted by now: what it holds has to be given back. Null where there
 * never was one.
 */
export async function findStoreOfWork(worker: Queryable, id: string): Promise<StoreRef | null> {
  const row = await worker.row<StoreRef>(sql`
    select s.id, s.id as owner, s.slug, s.name, '' as domain, s.currency, s.locale, s.country, s.time_zone as "timeZone", s.environment,
      s.tax_basis_points as "taxBasisPoints", '{}'::text[] as languages
    from shop.stores s where s.id = ${id}`);
  return row ?? null;
}

async function findStore(catalogue: Queryable, name: string): Promise<StoreRef | null> {
  const query = uuid.test(name)
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
