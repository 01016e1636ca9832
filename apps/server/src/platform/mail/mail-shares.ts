import { createHmac } from "node:crypto";
import type { Context, Services } from "../context.ts";
import { queryable, sql } from "../database/sql.ts";
import { networkShare, widerNetwork } from "../http/callers/caller-address.ts";
import { countHit, hasRoom, rateLimited } from "../http/callers/rate-limit.ts";
import type { MailKind } from "./mail-kinds.ts";

const hour = 60 * 60;

/**
 * The emails of one kind that a caller may trigger per hour, over all stores and accounts. A /48 may trigger `networkShare`
 * times as many.
 */
const maxOfCaller = 20;
/** The first emails per hour of each caller have totals of their own, so that frequent senders can't use them up. */
const firstOfCaller = 3;

type Sums = { store: number; owner: number; platform: number };
/** `isBounded`: these limits also apply to a store that has sold something, instead of `ofSold`. */
type Shares = { first: Sums; rest: Sums; isBounded?: true };

/** The default, for emails that anonymous callers can trigger. */
const byAnybody: Shares = {
  first: { store: 300, owner: 300, platform: 1500 },
  rest: { store: 100, owner: 150, platform: 750 },
};
/**
 * Emails that staff trigger, sent to addresses they enter. Anyone can open an account for free, so an owner's share is small.
 */
const byStaff: Shares = {
  first: { store: 5, owner: 5, platform: 500 },
  rest: { store: 25, owner: 25, platform: 500 },
};
/** Emails to the store's own mailbox. Each store has its own totals. */
const toStore: Shares = {
  first: { store: 60, owner: Infinity, platform: Infinity },
  rest: { store: 60, owner: Infinity, platform: Infinity },
  isBounded: true,
};
const sharesOfKind: Partial<Record<MailKind, Shares>> = {
  invitation: byStaff,
  "store-email": byStaff,
  "contact-message": toStore,
  "order-shipped": byStaff,
  "order-delivered": byStaff,
  "order-payment-link": byStaff,
  // These emails contain an anonymous caller's own text.
  "order-confirmation": { ...byAnybody, isBounded: true },
  "order-changed": { ...byAnybody, isBounded: true },
  "contact-copy": { ...byAnybody, isBounded: true },
};
/** The limits of a store with an order paid with real money. Its emails don't count toward the platform's totals. */
const ofSold = { store: 1000, owner: 3000 };

export type MailFacts = {
  has_sold: boolean;
  /**
   * The store's owner. The limits apply to all stores of an owner together, so that owners of many stores can't use up
   * the platform's totals.
   */
  owner: string;
  /** An owner's account is older than a day, or the store has no owner. */
  is_established: boolean;
  is_staff: boolean;
  is_contact: boolean;
  /**
   * The order was paid with real money through a provider, and still has the email address from before that payment.
   */
  is_paid: boolean;
  /**
   * `is_paid` is false, but the order counts as paid with real money, for example because staff recorded a bank
   * transfer.
   */
  is_recorded: boolean;
  /** The callers who placed the order, as mailCallersOf returns them. */
  callers: string[];
};

/** Hashes of the caller's address and of the network around an IPv6 address. Empty if callers aren't limited. */
export function mailCallersOf({ services, caller, limitsCallers }: Context): string[] {
  if (!limitsCallers || caller.address === "") return [];
  const wider = widerNetwork(caller.address);
  return [caller.address, ...(wider === null ? [] : [wider])].map((address) =>
    createHmac("sha256", services.key("mail callers")).update(address).digest("base64url"),
  );
}

/**
 * Reads what the limits of an email depend on. `of.pool`: the pool whose connections are used, the worker's or the
 * app's.
 */
export async function readMailFacts(
  { database }: Pick<Services, "database">,
  of: { storeId: string; to: string; orderId: string | null; pool: "app" | "worker" },
): Promise<MailFacts | undefined> {
  return queryable(database[of.pool]).row<MailFacts>(
    sql`select * from door.mail_facts(${of.storeId}, ${of.to}, ${of.orderId})`,
  );
}

/**
 * Counts a requested email. Throws RATE_LIMITED if it can't be sent, so that it is not dropped after the response. Call
 * it before the transaction, because it takes its own connection.
 */
export async function requireMailShare(ctx: Context, kind: MailKind, to: string): Promise<void> {
  switch (await takeShareOfCall(ctx, kind, to)) {
    case "taken":
      return;
    case "caller":
      throw rateLimited(
        "Too many emails were requested from your network. Wait up to an hour and try again.",
        hour,
      );
    case "sum":
      throw rateLimited(
        "The store can't send more emails of this kind right now. Wait up to an hour and try again.",
        hour,
      );
  }
}

/** Like requireMailShare, for an email that may be dropped: returns false instead of throwing. */
export async function hasMailShare(ctx: Context, kind: MailKind, to: string): Promise<boolean> {
  return (await takeShareOfCall(ctx, kind, to)) === "taken";
}

type Outcome = "taken" | "caller" | "sum";

async function takeShareOfCall(ctx: Context, kind: MailKind, to: string): Promise<Outcome> {
  const storeId = ctx.store.id;
  const facts = await readMailFacts(ctx.services, { storeId, to, orderId: null, pool: "app" });
  if (facts === undefined) return "taken";
  const callers = mailCallersOf(ctx);
  const isByStaff = sharesOfKind[kind] === byStaff;
  // Emails to staff are exempt only if staff trigger them. Otherwise, anonymous callers could find out who works in the
  // store.
  if (isByStaff && facts.is_staff) return "taken";
  const owner = isByStaff ? staffOf(ctx, facts) : facts.owner;
  return takeMailShare(ctx.services, { storeId, kind, facts: { ...facts, owner, callers } });
}

/**
 * Returns the user whose limit an email that staff trigger counts against: the staff member, or the store's owner for
 * an API key. The limit spans all stores.
 */
export function staffOf({ actor }: Pick<Context, "actor">, { owner }: MailFacts): string {
  return actor.kind === "user" ? actor.userId : owner;
}

/**
 * Counts an email in the current hour. Returns "taken" if it may be sent, "caller" if it exceeds the caller's limit,
 * and "sum" if it exceeds the store's, the owner's or the platform's. Checks the limits in this order, so that an email
 * over a narrow limit uses up no wider one.
 */
export async function takeMailShare(
  { database: { app } }: Pick<Services, "database">,
  { storeId, kind, facts }: { storeId: string; kind: MailKind; facts: MailFacts },
): Promise<Outcome> {
  const own = await countCallers(app, `caller mail ${kind}`, facts.callers);
  if (!own.isWithin) return "caller";
  // A store that takes bank transfers needs more shipping emails than the staff limit allows. So orders with a recorded
  // payment are exempt from it, once the account of one of the owners is a day old.
  const isTransfer = facts.is_recorded && facts.is_established;
  const shares = (isTransfer ? undefined : sharesOfKind[kind]) ?? byAnybody;
  const isSold = facts.has_sold && shares.isBounded !== true;
  const has = async (bucket: string, max: number) =>
    max === Infinity || (await hasRoom(app, bucket, max, hour));
  const take = async (share: "first" | "rest") => {
    const max = share === "rest" && isSold ? { ...shares.rest, ...ofSold } : shares[share];
    if (!(await has(`store mail ${kind} ${share} ${storeId}`, max.store))) return false;
    if (!(await has(`owner mail ${kind} ${share} ${facts.owner}`, max.owner))) return false;
    if (facts.has_sold) return true;
    const age = facts.is_established ? "" : " of young accounts";
    return has(`unsold stores mail ${kind} ${share}${age}`, max.platform);
  };
  if (own.isFirst && (await take("first"))) return "taken";
  return (await take("rest")) ? "taken" : "sum";
}

/** Counts the call and returns whether it is among the caller's first of the hour under this name. */
export async function isFirstOfCaller(ctx: Context, name: string): Promise<boolean> {
  const { app } = ctx.services.database;
  return (await countCallers(app, name, mailCallersOf(ctx))).isFirst;
}

/**
 * Counts the call for the caller. `isWithin`: the caller is within the limit. `isFirst`: this is among the caller's
 * first emails of the hour; always false for a caller who isn't counted.
 */
async function countCallers(
  app: Services["database"]["app"],
  name: string,
  callers: readonly string[],
): Promise<{ isWithin: boolean; isFirst: boolean }> {
  let [isWithin, isFirst] = [true, callers.length > 0];
  for (const [i, caller] of callers.entries()) {
    const share = i === 0 ? 1 : networkShare;
    const calls = await countHit(app, `${name} ${caller}`, hour);
    isWithin &&= calls <= maxOfCaller * share;
    isFirst &&= calls <= firstOfCaller * share;
    if (!isWithin) break;
  }
  return { isWithin, isFirst };
}
