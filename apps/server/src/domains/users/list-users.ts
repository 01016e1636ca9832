import type { users } from "@vetrina/contract/people/users";
import type { Context } from "../../platform/context.ts";
import { joinSql, queryable, sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";

/** The highest offset of numbered pages. Beyond it, callers must use `after`, whose cost doesn't grow. */
const maxSkipped = 10_000;

type Row = {
  id: string;
  email: string;
  name: string;
  isPlatformAdmin: boolean;
  emailVerifiedAt: Date | null;
  createdAt: Date;
};

/** Lists users newest first, by descending id, because ids begin with the time. */
export async function listUsers(
  { services }: Context,
  { search, after, page, limit }: Input<typeof users.listUsers>,
): Promise<Output<typeof users.listUsers>> {
  const skipped = (page - 1) * limit;
  if (skipped > maxSkipped)
    throw new ApiFailure(
      "VALIDATION_FAILED",
      "page: To list more accounts, send the id of the last one as `after`.",
      [{ path: "page", message: "To list more accounts, send the id of the last one as `after`." }],
    );
  const db = queryable(services.database.app);
  const matching = joinSql(
    [sql`deleted_at is null`, ...(search ? [sql`lower(email) like ${likePart(search)}`] : [])],
    " and ",
  );
  const from = after === undefined ? sql`` : sql` and id < ${after}`;
  const rows = await db.rows<Row>(sql`
    select id, email, name, is_platform_admin as "isPlatformAdmin", email_verified_at as "emailVerifiedAt",
      created_at as "createdAt"
    from shop.users where ${matching}${from} order by id desc limit ${limit} offset ${skipped}`);
  const count = await db.row<{ total: number }>(
    sql`select count(*)::int as total from shop.users where ${matching}`,
  );
  const items = rows.map(({ id, email, name, isPlatformAdmin, emailVerifiedAt, createdAt }) => ({
    id,
    email,
    name,
    isPlatformAdmin,
    emailVerifiedAt: emailVerifiedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
  return { items, page, limit, total: count?.total ?? 0 };
}

function likePart(search: string): string {
  return `%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
