import { auditAccount } from "../../platform/audit.ts";
import { unmatchableHash } from "../../platform/auth/password.ts";
import type { Context } from "../../platform/context.ts";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import { mailsToAccounts } from "../../platform/mail/mail-kinds.ts";

/**
 * Deletes an unverified registration of an address when someone who has verified that address by email takes it.
 * Otherwise anyone could block an address by registering it.
 */
export async function releaseAddress(
  tx: Queryable,
  ctx: Pick<Context, "actor" | "traceId" | "now">,
  email: string,
): Promise<void> {
  const unproven = await tx.row<{ id: string }>(sql`
    update shop.users set deleted_at = ${ctx.now()}
    where lower(email) = lower(${email}) and deleted_at is null and email_verified_at is null and not is_platform_admin
    returning id`);
  if (unproven === undefined) return;
  const { id } = unproven;
  await tx.run(sql`select door.forget_account(${id}, ${unmatchableHash}, ${mailsToAccounts})`);
  await auditAccount(tx, ctx, id, { action: "DELETE", entityType: "account", entityId: id });
}
