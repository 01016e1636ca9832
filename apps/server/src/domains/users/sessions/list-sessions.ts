import type { users } from "@vetrina/contract/people/users";
import type { Context } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import type { Input, Output } from "../../../platform/http/routes.ts";
import { signedInUser } from "../second-factor/prove-identity.ts";
import { reachableBy } from "./sessions.ts";

type Row = {
  id: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  device: string | null;
  address: string | null;
};

export async function listSessions(
  ctx: Context,
  { page, limit }: Input<typeof users.listSessions>,
): Promise<Output<typeof users.listSessions>> {
  const { actor, now } = ctx;
  const userId = signedInUser(ctx);
  const own = actor.kind === "user" ? actor.sessionId : null;
  const db = ctx.lookups;
  const live = sql`user_id = ${userId} and revoked_at is null and expires_at > ${now()} and ${reachableBy(actor)}`;
  const rows = await db.rows<Row>(sql`
    select id, created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt",
      user_agent as device, address from shop.sessions
    where ${live} order by last_used_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`);
  const count = await db.row<{ total: number }>(
    sql`select count(*)::int as total from shop.sessions where ${live}`,
  );
  const items = rows.map(({ id, createdAt, lastUsedAt, expiresAt, device, address }) => ({
    id,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    device,
    address,
    isCurrent: id === own,
  }));
  return { items, page, limit, total: count?.total ?? 0 };
}
