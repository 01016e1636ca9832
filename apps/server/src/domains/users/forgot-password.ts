import type { users } from "@vetrina/contract/users";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { accountTransaction, mailLink, mailNobody, mayMailAccount } from "./account-transaction.ts";

/** Answers and works the same whether the address has an account. */
export async function forgotPassword(
  ctx: Context,
  { body: { email } }: Input<typeof users.forgotPassword>,
): Promise<Output<typeof users.forgotPassword>> {
  if (await mayMailAccount(ctx, email))
    await accountTransaction(ctx, async (tx) => {
      const template = "reset-password";
      const user = await tx.row<{ id: string }>(sql`
        select id from shop.users where lower(email) = lower(${email}) and deleted_at is null`);
      if (user === undefined) await mailNobody(tx, ctx, template);
      else await mailLink(tx, ctx, { template, userId: user.id, email });
    });
  return { status: "PENDING" };
}
