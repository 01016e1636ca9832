import { issueToken, type MailedPurpose } from "../../platform/auth/mailed-token.ts";
import {
  againAfterDeadlock,
  type Context,
  enterAs,
  platformTransaction,
  transact,
} from "../../platform/context.ts";
import type { Queryable } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { storeOfHost } from "../../platform/http/host-store.ts";
import { newId } from "../../platform/id.ts";
import { enqueueAccountMail, enqueueMail, type NewMail } from "../../platform/mail/enqueue-mail.ts";
import type { AccountMails, StoreMails } from "../../platform/mail/mail-kinds.ts";
import { mayMail } from "../../platform/mail/may-mail.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import { mailsPerAddress } from "./rules.ts";

/** A transaction about accounts whose mails go out in the name of the Host's store, or of the platform where there is none. */
export type AccountTransaction = Queryable & {
  storeId: string | null;
  mail<T extends keyof AccountMails>(mail: NewMail<StoreMails, T>): Promise<void>;
};

export async function accountTransaction<T>(
  ctx: Context,
  work: (tx: AccountTransaction) => Promise<T>,
): Promise<T> {
  const { app } = ctx.services.database;
  const store = await storeOfCall(ctx);
  if (store === null)
    return againAfterDeadlock(() =>
      platformTransaction(app, (tx) =>
        work({ ...tx, storeId: null, mail: (mail) => enqueueAccountMail(tx, mail) }),
      ),
    );
  const enter = enterAs({ kind: "anonymous" }, store.id);
  return againAfterDeadlock(() =>
    transact(app, store.id, enter, (tx) => work({ ...tx, mail: (mail) => enqueueMail(tx, mail) })),
  );
}

type TokenMail = Extract<MailedPurpose, "verify-email" | "reset-password" | "change-email">;

/** A mail with a one-time link for a user. */
export async function mailLink(
  tx: AccountTransaction,
  { services }: Context,
  { template, userId, email }: { template: TokenMail; userId: string; email: string },
): Promise<void> {
  const { storeId } = tx;
  const tokenId = await issueToken(tx, services, { purpose: template, userId, storeId, email });
  await tx.mail({ template, to: email, data: { tokenId } });
}

/** As much work as mailLink, for nobody: the mail is dropped before it is written, and no address is kept. */
export async function mailNobody(
  tx: AccountTransaction,
  ctx: Context,
  template: TokenMail,
): Promise<void> {
  const tokenId = await issueToNobody(tx, ctx, template);
  await tx.mail({ template, to: "nobody@nobody.invalid", data: { tokenId } });
}

/** A token that no mail carries. */
export function issueToNobody(
  tx: AccountTransaction,
  { services }: Context,
  purpose: TokenMail,
): Promise<string> {
  const email = `${newId()}@nobody.invalid`;
  return issueToken(tx, services, { purpose, userId: null, storeId: tx.storeId, email });
}

/** Whether one more mail of an account may go to this address now. */
export function mayMailAccount({ services }: Context, email: string): Promise<boolean> {
  return mayMail(services, "account", email, mailsPerAddress);
}

async function storeOfCall({ origin, services }: Context): Promise<StoreRef | null> {
  try {
    return await storeOfHost(services.directory, URL.parse(origin)?.hostname ?? "");
  } catch (error) {
    if (error instanceof ApiFailure && error.code === "UNKNOWN_HOST") return null;
    throw error;
  }
}
