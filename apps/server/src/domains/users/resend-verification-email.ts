import type { users } from "@vetrina/contract/users";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { accountTransaction, mailLink, mailNobody, mayMailAccount } from "./account-transaction.ts";

/** Answers and works the same whether anybody waits for the mail. */
export async function resendVerificationEmail(
  ctx: Context,
  { body: { email } }: Input<typeof users.resendVerificationEmail>,
): Promise<Output<typeof users.resendVerificationEmail>> {
  if (await mayMailAccount(ctx, email))
    await accountTransaction(ctx, async (tx) => {
      const template = "verify-email";
      const waiting = await tx.row<{ id: string }>(sql`
        select id from shop.users
        where lower(email) = lower(${email}) and deleted_at is null and email_verified_at is null`);
      if (waiting === undefined) await mailNobody(tx, ctx, template);
      else await mailLink(tx, ctx, { template, userId: waiting.id, email });
    });
  return { status: "PENDING" };
}
