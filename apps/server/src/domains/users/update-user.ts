import type { users } from "@vetrina/contract/people/users";
import { auditAccount } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import {
  accountTransaction,
  type AccountTransaction,
  mailAccount,
  mailLink,
} from "./account-transaction.ts";
import { hasUsableLink, mayMailChange } from "./mail-limits.ts";
import { lockProven, provePassword } from "./second-factor/prove-identity.ts";

type Row = {
  email: string;
  name: string;
  isPlatformAdmin: boolean;
  emailVerifiedAt: Date | null;
  createdAt: Date;
};

/**
 * Changes a user's name or email. Only the reader of the email to the new address learns whether that address already
 * has an account.
 */
export async function updateUser(
  ctx: Context,
  { id, body }: Input<typeof users.updateUser>,
): Promise<Output<typeof users.updateUser>> {
  const { actor } = ctx;
  // All of the user's stores show the name, so a custom domain's session needs the password to change it: the domain's
  // owner may have copied the session.
  const isBound = actor.kind === "user" && actor.onlyStore !== undefined;
  const isProtected = body.email !== undefined || (isBound && body.name !== undefined);
  const provenHash = isProtected ? await requirePassword(ctx, body.currentPassword) : null;
  const isWithinLimit = body.email !== undefined && (await mayMailChange(ctx, id, body.email));
  return accountTransaction(ctx, async (tx) => {
    await lockProven(tx, ctx, provenHash);
    const user = await tx.row<Row>(sql`
      select email, name, is_platform_admin as "isPlatformAdmin", email_verified_at as "emailVerifiedAt",
        created_at as "createdAt"
      from shop.users where id = ${id} and deleted_at is null for update`);
    if (user === undefined) throw notFound("user");
    const name = body.name ?? user.name;
    if (name !== user.name) await rename(tx, ctx, id, name);
    const newEmail = body.email === user.email.toLowerCase() ? undefined : body.email;
    const link = { template: "change-email", userId: id, email: newEmail ?? "" } as const;
    if (newEmail !== undefined && (isWithinLimit || !(await hasUsableLink(tx, ctx, link)))) {
      await mailLink(tx, ctx, link);
      const asked = {
        template: "email-change-asked",
        userId: id,
        to: user.email,
        data: {},
      } as const;
      await mailAccount(tx, asked);
    }
    const { email, isPlatformAdmin, emailVerifiedAt, createdAt } = user;
    return {
      id,
      email,
      name,
      isPlatformAdmin,
      emailVerifiedAt: emailVerifiedAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
      pendingEmail: newEmail ?? null,
    };
  });
}

/** Returns the hash that the password matched. */
async function requirePassword(ctx: Context, password: string | undefined): Promise<string> {
  const message = "Send your password to change this.";
  if (password === undefined)
    throw new ApiFailure("VALIDATION_FAILED", `currentPassword: ${message}`, [
      { path: "currentPassword", message },
    ]);
  return provePassword(ctx, password);
}

async function rename(
  tx: AccountTransaction,
  ctx: Context,
  id: string,
  name: string,
): Promise<void> {
  await tx.run(sql`update shop.users set name = ${name} where id = ${id}`);
  await auditAccount(tx, ctx, id, {
    action: "UPDATE",
    entityType: "account",
    entityId: id,
    after: { name: "changed" },
  });
}
