import type { users } from "@vetrina/contract/people/users";
import { auditAccount } from "../../platform/audit.ts";
import { unmatchableHash } from "../../platform/auth/password.ts";
import { againAfterDeadlock, type Context, userTransaction } from "../../platform/context.ts";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { mailsToAccounts } from "../../platform/mail/mail-kinds.ts";
import { endAccessEverywhere } from "../roles/end-access.ts";
import { ownerlessStoresWithout } from "../roles/ownerless-stores.ts";
import { requireOpenSession } from "./second-factor/prove-identity.ts";
import { requireProof } from "./second-factor/require-proof.ts";
import { forgetSecondFactor } from "./second-factor/second-factor.ts";
import { endAllSessionsOf, forgetDevicesOf } from "./sessions/sessions.ts";

/**
 * Removes the user's personal data and keeps the row for references. In deleted stores, and in open ones beyond the
 * first 50, the worker removes it (jobs.ts). Requires a proof of identity. Throws LAST_OWNER for the only owner of a
 * store and for the last platform administrator.
 */
export async function deleteUser(
  ctx: Context,
  { id, body }: Input<typeof users.deleteUser>,
): Promise<void> {
  await requireProof(ctx, body);
  const { now } = ctx;
  const remove = async (tx: Queryable) => {
    await requireOthers(tx, id);
    if (ctx.actor.kind !== "system") await requireOpenSession(tx, ctx);
    await endAccessEverywhere(tx, ctx, id);
    const gone = await tx.run(sql`
      update shop.users set deleted_at = ${now()} where id = ${id} and deleted_at is null`);
    if (gone === 0) throw notFound("user");
    await endAllSessionsOf(tx, id, now());
    await forgetDevicesOf(tx, id);
    await forgetSecondFactor(tx, id);
    await tx.run(sql`select door.forget_account(${id}, ${unmatchableHash}, ${mailsToAccounts})`);
    await auditAccount(tx, ctx, id, { action: "DELETE", entityType: "account", entityId: id });
  };
  await againAfterDeadlock(() => userTransaction(ctx, remove));
}

/**
 * Throws LAST_OWNER if the user is a store's only owner or the last platform administrator. Takes locks that keep
 * others from granting the user a role until the transaction ends, so that the result stays valid.
 */
async function requireOthers(tx: Queryable, id: string): Promise<void> {
  // If the user is an administrator, locks all administrators, in id order, so that two of them can't delete themselves
  // at the same time. Other deletions don't wait for each other.
  const locked = await tx.rows<{ id: string; isPlatformAdmin: boolean }>(sql`
    select u.id, u.is_platform_admin as "isPlatformAdmin" from shop.users u
    where u.id = ${id} or (u.is_platform_admin and u.deleted_at is null
      and (select is_platform_admin from shop.users where id = ${id}))
    order by u.id for update`);
  const administrators = locked.filter(({ isPlatformAdmin }) => isPlatformAdmin);
  const stores = await ownerlessStoresWithout(tx, id);
  if (stores.length > 0)
    throw new ApiFailure(
      "LAST_OWNER",
      "Each store needs at least one owner. Invite someone to these stores as ADMIN, and delete the account once they have accepted.",
      { stores },
    );
  if (administrators.length === 1 && administrators[0]?.id === id)
    throw new ApiFailure(
      "LAST_OWNER",
      "This is the platform's last administrator. Make another user an administrator first.",
      { stores: [] },
    );
}
