import type { users } from "@vetrina/contract/people/users";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { mailRequestedLink } from "./mail-limits.ts";

/** Returns the same response after the same work, whether or not a registration of the address is pending. */
export async function resendVerificationEmail(
  ctx: Context,
  { body: { email } }: Input<typeof users.resendVerificationEmail>,
): Promise<Output<typeof users.resendVerificationEmail>> {
  await mailRequestedLink(ctx, {
    template: "verify-email",
    email,
    find: (tx) =>
      tx.row(sql`
        select id, false as "isProven" from shop.users
        where lower(email) = lower(${email}) and deleted_at is null and email_verified_at is null`),
  });
  return { status: "PENDING" };
}
