import type { users } from "@vetrina/contract/people/users";
import { hashPassword, isSamePassword } from "../../platform/auth/password.ts";
import { requireGoodPassword } from "../../platform/auth/password-policy.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { invalidField } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { accountTransaction } from "./account-transaction.ts";
import { getMe } from "./get-me.ts";
import { lockProven, provePassword } from "./second-factor/prove-identity.ts";
import { countNewPassword, notifyOfNewPassword } from "./reset-password.ts";
import { endOtherSessionsOf } from "./sessions/sessions.ts";

/**
 * Changes the user's password. Throws INVALID_CREDENTIALS if the current password is wrong, VALIDATION_FAILED for the
 * same password, and RATE_LIMITED above the limit on changes per account.
 */
export async function changePassword(
  ctx: Context,
  { body: { currentPassword, newPassword } }: Input<typeof users.changePassword>,
): Promise<void> {
  const { id, email } = await getMe(ctx);
  // A password change makes emailed links invalid. An unchanged password must not do that.
  if (isSamePassword(newPassword, currentPassword))
    throw invalidField("newPassword", "Choose a password other than the current one.");
  requireGoodPassword(newPassword, email, "newPassword");
  const provenHash = await provePassword(ctx, currentPassword);
  await countNewPassword(ctx.services, `password changes ${id}`, async () => {
    const passwordHash = await hashPassword(newPassword, { by: ctx, account: id });
    await accountTransaction(ctx, async (tx) => {
      await lockProven(tx, ctx, provenHash);
      await tx.run(sql`update shop.users set password_hash = ${passwordHash} where id = ${id}`);
      await endOtherSessionsOf(tx, ctx, id);
      await notifyOfNewPassword(tx, ctx, { userId: id, email }, { keepsSession: true });
    });
  });
}
