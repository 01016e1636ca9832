import type { MyStore, stores } from "@vetrina/contract/stores/stores";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";

type MyStoreRow = Omit<MyStore, "createdAt"> & { createdAt: Date };

export const listMyStores: Handler<typeof stores.listMyStores> = async (
  { actor, lookups: db },
  { page, limit },
) => {
  if (actor.kind !== "user") throw new ApiFailure("UNAUTHENTICATED", "Sign in first.");
  const opened = sql`where m.store_id = coalesce(${actor.onlyStore ?? null}, m.store_id)`;
  const rows = await db.rows<MyStoreRow>(sql`
    select s.id, s.slug, s.name, coalesce(s.domain, '') as domain, s.currency, s.country, s.environment,
      s.created_at as "createdAt", m.roles, m.permissions, m.is_owner as "isOwner"
    from door.stores_of(${actor.userId}) m join catalogue.stores s on s.id = m.store_id ${opened}
    order by lower(s.name), s.id limit ${limit} offset ${(page - 1) * limit}`);
  const count = await db.row<{ total: number }>(
    sql`select count(*)::int as total from door.stores_of(${actor.userId}) m ${opened}`,
  );
  const items = rows.map(({ createdAt, ...row }) =>
    Object.assign(row, { createdAt: createdAt.toISOString() }),
  );
  return { items, page, limit, total: count?.total ?? 0 };
};
