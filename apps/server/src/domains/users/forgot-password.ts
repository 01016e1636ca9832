import type { users } from "@vetrina/contract/people/users";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { mailRequestedLink } from "./mail-limits.ts";

/** Returns the same response after the same work, whether or not the address has an account. */
export async function forgotPassword(
  ctx: Context,
  { body: { email } }: Input<typeof users.forgotPassword>,
): Promise<Output<typeof users.forgotPassword>> {
  await mailRequestedLink(ctx, {
    template: "reset-password",
    email,
    find: (tx) =>
      tx.row(sql`
        select id, email_verified_at is not null as "isProven" from shop.users
        where lower(email) = lower(${email}) and deleted_at is null`),
  });
  return { status: "PENDING" };
}
