import type { StoreSummary, stores } from "@vetrina/contract/stores/stores";
import { joinSql, queryable, sql } from "../../platform/database/sql.ts";
import { invalidField } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";

/** The highest number of stores that `page` can skip. `after` has no such limit, because its cost doesn't grow. */
const maxSkipped = 10_000;

type Row = Omit<StoreSummary, "createdAt" | "deletedAt"> & {
  createdAt: Date;
  deletedAt: Date | null;
};

/** Lists stores newest first, by descending id, because ids begin with the time. */
export const listStores: Handler<typeof stores.listStores> = async (
  { services },
  { search, isDeleted = false, after, page, limit },
) => {
  const skipped = (page - 1) * limit;
  if (skipped > maxSkipped)
    throw invalidField("page", "To list more stores, send the id of the last one as `after`.");
  const db = queryable(services.database.app);
  const matching = joinSql(
    [
      isDeleted ? sql`s.deleted_at is not null` : sql`s.deleted_at is null`,
      ...(search ? [beginsWith(search.toLowerCase())] : []),
    ],
    " and ",
  );
  const from = after === undefined ? sql`` : sql` and s.id < ${after}`;
  const rows = await db.rows<Row>(sql`
    select s.id, s.slug, s.name, coalesce(c.domain, '') as domain, s.currency, s.country, s.environment,
      s.created_at as "createdAt", s.deleted_at as "deletedAt"
    from shop.stores s left join catalogue.stores c on c.id = s.id
    where ${matching}${from} order by s.id desc limit ${limit} offset ${skipped}`);
  const count = await db.row<{ total: number }>(
    sql`select count(*)::int as total from shop.stores s where ${matching}`,
  );
  const items = rows.map(({ createdAt, deletedAt, ...row }) =>
    Object.assign(row, {
      createdAt: createdAt.toISOString(),
      deletedAt: deletedAt?.toISOString() ?? null,
    }),
  );
  return { items, page, limit, total: count?.total ?? 0 };
};

function beginsWith(search: string) {
  const pattern = `${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`(lower(s.name) like ${pattern} or s.slug like ${pattern})`;
}
