import { createHmac } from "node:crypto";
import { nameLikeSlug } from "@vetrina/commerce/store-name";
import { issueToken, type MailedPurpose } from "../../platform/auth/mailed-token.ts";
import {
  againAfterDeadlock,
  callTransaction,
  type Context,
  enterAs,
  shareHolder,
  userTransaction,
} from "../../platform/context.ts";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { storeOfHost } from "../../platform/http/host-store.ts";
import { enqueueAccountMail, enqueueMail, type NewMail } from "../../platform/mail/enqueue-mail.ts";
import type { AccountMails, AtPlatformHost, StoreMails } from "../../platform/mail/mail-kinds.ts";
import { hostOf } from "../../platform/mail/origin-of-host.ts";
import type { StoreRef } from "../../platform/store-directory.ts";

/**
 * A transaction on accounts. It runs as an anonymous caller of `host`, the store that the request's Host header belongs
 * to. `isAtPlatformHost`: the header is the host of PUBLIC_URL.
 */
export type AccountTransaction = Queryable & { host: StoreRef | null; isAtPlatformHost: boolean };

export async function accountTransaction<T>(
  ctx: Context,
  work: (tx: AccountTransaction) => Promise<T>,
): Promise<T> {
  const host = await storeOfCall(ctx);
  const isAtPlatformHost = hostOf(ctx) === new URL(ctx.services.publicUrl).hostname;
  const enterWork = (tx: Queryable) => work({ ...tx, host, isAtPlatformHost });
  if (host === null) return againAfterDeadlock(() => userTransaction(ctx, enterWork));
  const enter = enterAs({ kind: "anonymous" }, host.id);
  const holder = shareHolder(ctx.actor, null);
  return callTransaction(ctx.services.database, holder, { storeId: host.id, enter }, enterWork);
}

type AccountMail<T extends keyof AccountMails> = NewMail<StoreMails, T> & {
  /** The user whose account the email is about; null for an address without an account, which causes the same work. */
  userId: string | null;
};

/**
 * Queues an email about an account. The store of the Host header sends it if the user belongs to that store only, else
 * the platform does. `askedAt`: if the user has opened a link that the platform sent, the store where the user
 * requested the link. The platform then sends this email too and names that store.
 */
export async function mailAccount<T extends keyof AccountMails>(
  tx: AccountTransaction,
  mail: AccountMail<T>,
  askedAt: StoreRef | null = null,
): Promise<void> {
  if (askedAt === null) await mailFrom(tx, await senderTo(tx, mail.userId), mail);
  else await mailFrom({ ...tx, host: askedAt }, null, mail);
}

export type TokenMail = Extract<MailedPurpose, "verify-email" | "reset-password" | "change-email">;

/** Queues an email with a one-time link for a user. */
export async function mailLink(
  tx: AccountTransaction,
  { services }: Context,
  { template, userId, email }: { template: TokenMail; userId: string; email: string },
): Promise<void> {
  const sender = await senderTo(tx, userId);
  const sentBy = {
    storeId: sender?.id ?? null,
    askedAt: sender === null ? (tx.host?.id ?? null) : null,
  };
  const tokenId = await issueToken(tx, services, { purpose: template, userId, ...sentBy, email });
  await mailFrom(tx, sender, { template, to: email, userId, data: { tokenId } });
}

/**
 * Does the same work as mailLink for an address without an account. The queued email is never sent, because its token
 * is for a different address.
 */
export async function mailNobody(
  tx: AccountTransaction,
  ctx: Context,
  { template, email }: { template: TokenMail; email: string },
): Promise<void> {
  const sender = await senderTo(tx, null);
  const tokenId = await issueToNobody(tx, ctx, { template, email });
  await mailFrom(tx, sender, { template, to: "nobody@nobody.invalid", data: { tokenId } });
}

/** Issues a token that is never emailed, so that an address without an account causes the same work. */
export function issueToNobody(
  tx: AccountTransaction,
  { services }: Context,
  { template, email }: { template: TokenMail; email: string },
): Promise<string> {
  const standIn = placeholderIdOf(services, email);
  const token = { purpose: template, userId: null, storeId: null, email: standIn };
  return issueToken(tx, services, token);
}

/**
 * Returns what is stored in place of an address without an account: a keyed hash, which does not reveal the address.
 */
export function placeholderIdOf({ key }: Pick<Context["services"], "key">, email: string): string {
  const hash = createHmac("sha256", key("nobody's address")).update(email.toLowerCase());
  return `${hash.digest("hex")}@nobody.invalid`;
}

/**
 * Returns the store that sends an email, or null for the platform. The caller chooses the Host header, so its store is
 * the sender only if the user belongs to that store and no other.
 */
async function senderTo(tx: AccountTransaction, userId: string | null): Promise<StoreRef | null> {
  if (tx.host === null) return null;
  const row = await tx.row<{ belongs: boolean }>(
    sql`select door.belongs_to_store(${userId}) as belongs`,
  );
  return row?.belongs === true ? tx.host : null;
}

/**
 * Queues an email. The platform writes in the language of the store whose pages were used, and names that store, because
 * its shoppers may not know the platform's name.
 */
async function mailFrom<T extends keyof AccountMails>(
  tx: AccountTransaction,
  sender: StoreRef | null,
  mail: NewMail<StoreMails, T>,
): Promise<void> {
  if (sender === null) {
    const { host } = tx;
    const store = host === null ? {} : { store: host.slug, storeName: nameLikeSlug(host) };
    const data = { ...mail.data, ...store };
    await enqueueAccountMail(tx, { language: host?.languages[0] ?? null, ...mail, data });
  } else {
    const at: AtPlatformHost = tx.isAtPlatformHost ? { isAtPlatformHost: true } : {};
    await enqueueMail({ ...tx, storeId: sender.id }, { ...mail, data: { ...mail.data, ...at } });
  }
}

async function storeOfCall({ origin, caller, services }: Context): Promise<StoreRef | null> {
  try {
    const host = URL.parse(origin)?.hostname ?? "";
    return await storeOfHost(services.directory, host, caller.address);
  } catch (error) {
    if (error instanceof ApiFailure && error.code === "UNKNOWN_HOST") return null;
    throw error;
  }
}
