import { nameLikeSlug } from "@vetrina/commerce/store-name";
import type { Proof } from "@vetrina/contract/people/users";
import { issueToken } from "../../platform/auth/mailed-token.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { countCall, rateLimited } from "../../platform/http/callers/rate-limit.ts";
import { enqueueAccountMail } from "../../platform/mail/enqueue-mail.ts";
import { mailboxOf } from "../../platform/mail/mailbox.ts";
import {
  type MailFacts,
  readMailFacts,
  requireMailShare,
  staffOf,
} from "../../platform/mail/mail-shares.ts";
import { requireProof } from "../users/second-factor/require-proof.ts";
import { countMailFromStore, mayMail } from "../../platform/mail/may-mail.ts";

const perAddress = { ofStore: 3, ofAll: 10 };
/** Maximum number of links per hour that one staff member may request for one mailbox, across all stores. */
const maxOfStaff = 3;

/**
 * Maximum number of times per hour that one user may change a store's contact address. Each change emails all owners.
 */
export const contactChangesAnHour = 10;

/**
 * Returns the address to send a verification link to, or null if no link is needed. Also null if the address is
 * unchanged and no further email is allowed. A new address requires a recent proof of identity. Call it before the
 * transaction, because it counts the email and the change. Throws RATE_LIMITED.
 */
export async function askForProof(
  ctx: Context,
  email: string | undefined,
  sent: Proof,
): Promise<string | null> {
  if (email === undefined) return null;
  const { services, store } = ctx;
  const to = { storeId: store.id, to: email, orderId: null, pool: "app" as const };
  const facts = await readMailFacts(services, to);
  const present = await presentAddress(ctx);
  const stands = present === email.toLowerCase();
  if (!stands) await requireChange(ctx, sent);
  if (facts === undefined || facts.is_staff || facts.is_contact) return null;
  try {
    await countLink(ctx, email, facts);
    return email;
  } catch (error) {
    if (stands && error instanceof ApiFailure && error.code === "RATE_LIMITED") return null;
    throw error;
  }
}

async function requireChange(ctx: Context, sent: Proof): Promise<void> {
  const { actor, services, store } = ctx;
  if (actor.kind === "user") await requireProof(ctx, sent);
  const by = actor.kind === "user" ? actor.userId : actor.kind;
  const bucket = `contact address ${store.id} ${by}`;
  await countCall(services.database.app, bucket, contactChangesAnHour, 60 * 60);
}

async function presentAddress({ lookups, store }: Context): Promise<string | undefined> {
  const row = await lookups.row<{ email: string }>(
    sql`select lower(contact ->> 'email') as email from catalogue.stores where id = ${store.id}`,
  );
  return row?.email;
}

async function countLink(ctx: Context, email: string, facts: MailFacts): Promise<void> {
  const { services, store } = ctx;
  const ofStaff = JSON.stringify([staffOf(ctx, facts), mailboxOf(email)]);
  if (!(await mayMail(services, "store-email", ofStaff, maxOfStaff)))
    throw rateLimited(
      "Too many emails were sent to this address. Wait up to an hour and try again.",
      3600,
    );
  await requireMailShare(ctx, "store-email", email);
  await countMailFromStore(services, "store-email", { storeId: store.id, email }, perAddress);
}

/**
 * Queues the email with the link, sent in the platform's name. To prevent abuse, the only user input
 * in it is the store's slug, or the store's name if its letters are those of the slug.
 */
export async function mailProof(tx: Transaction, ctx: Context, email: string): Promise<void> {
  const { storeId } = tx;
  const { services } = ctx;
  const store = await tx.row<{ slug: string; name: string }>(
    sql`select slug, name from shop.stores where id = ${storeId}`,
  );
  if (store === undefined) throw new Error("the transaction's store was not found");
  const token = { purpose: "store-email", userId: null, storeId, email } as const;
  const tokenId = await issueToken(tx, services, token);
  const data = { tokenId, store: nameLikeSlug(store) };
  const language = ctx.store.languages[0] ?? null;
  await enqueueAccountMail(tx, { template: "store-email", to: email, language, data });
}

/**
 * Returns SQL that clears the verification if the address changes. Changing it back doesn't restore the verification.
 */
export function proofLeft(email: string): Sql {
  return sql`proven_contact_email = case when proven_contact_email = ${email.toLowerCase()} then proven_contact_email end`;
}
