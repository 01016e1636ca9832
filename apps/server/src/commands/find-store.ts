import type { Services } from "../platform/context.ts";
import { sql } from "../platform/database/sql.ts";
import { storeOfHost } from "../platform/http/host-store.ts";
import { StartupError } from "../platform/startup-error.ts";
import type { StoreRef } from "../platform/store-directory.ts";

/** Finds a store by its host, URL or slug. If there is none, throws StartupError with a list of the stores. */
export async function findStore(
  { directory, database }: Services,
  name: string,
): Promise<StoreRef> {
  const host = URL.parse(name.includes("://") ? name : `http://${name}`)?.hostname ?? name;
  const found =
    (await directory.find(host)) ?? (await storeOfHost(directory, host).catch(() => null));
  if (found !== null) return found;
  const stores = await database.catalogue.rows<{ name: string; slug: string; domain: string }>(sql`
    select name, slug, coalesce(domain, slug) as domain from catalogue.stores order by created_at limit 50`);
  const list = stores.map((store) => `${store.domain} (${store.name})`).join(", ");
  throw new StartupError(
    stores.length === 0
      ? "There are no stores yet. Run npm start once to create the demo stores."
      : `No store has the host or slug ${name}. Existing stores: ${list}`,
  );
}
