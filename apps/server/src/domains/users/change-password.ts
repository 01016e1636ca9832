import type { users } from "@vetrina/contract/people/users";
import { hashPassword } from "../../platform/auth/password.ts";
import { requireGoodPassword } from "../../platform/auth/password-policy.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Input } from "../../platform/http/routes.ts";
import { accountTransaction } from "./account-transaction.ts";
import { getMe } from "./get-me.ts";
import { provePassword } from "./second-factor/prove-identity.ts";
import { notifyOfNewPassword } from "./reset-password.ts";
import { endOtherSessionsOf } from "./sessions/sessions.ts";

/** Changes the user's password. Throws INVALID_CREDENTIALS if the current password is wrong. */
export async function changePassword(
  ctx: Context,
  { body: { currentPassword, newPassword } }: Input<typeof users.changePassword>,
): Promise<void> {
  const { id, email } = await getMe(ctx);
  requireGoodPassword(newPassword, email, "newPassword");
  await provePassword(ctx, currentPassword);
  const passwordHash = await hashPassword(newPassword, { by: ctx, account: id });
  await accountTransaction(ctx, async (tx) => {
    await tx.run(sql`update shop.users set password_hash = ${passwordHash} where id = ${id}`);
    await endOtherSessionsOf(tx, ctx, id);
    await notifyOfNewPassword(tx, ctx, { userId: id, email }, { keepsSession: true });
  });
}
