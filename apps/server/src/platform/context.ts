import { randomUUID } from "node:crypto";
import { escapeLiteral, type Pool, type PoolClient } from "pg";
import type { Logger } from "pino";
import type { Grant } from "@vetrina/contract/endpoint";
import type { ErrorCode } from "@vetrina/contract/errors";
import type { ShareHolder, Turn } from "./database/connection-shares.ts";
import type { Database } from "./database/open-database.ts";
import { type Queryable, queryable } from "./database/sql.ts";
import type { DomainProofs } from "./network/domain-proofs.ts";
import { ApiFailure, notFound } from "./errors.ts";
import type { FileStore } from "./files/file-store.ts";
import type { FindKey } from "../gateways/paypal/certificates.ts";
import type { Gateways } from "../gateways/provider.ts";
import type { AccessTokens } from "./auth/access-token.ts";
import { type Caller, noCaller } from "./http/callers/caller.ts";
import type { Mailer } from "./mail/mailer.ts";
import { committed } from "./jobs/wake.ts";
import { findStoreOfWork, type StoreDirectory, type StoreRef } from "./store-directory.ts";
import type { VatRegister } from "./vat-register.ts";
import { isSqlState } from "./database/sql-state.ts";

/**
 * The caller. `apiKey`: a program of the store. `customer`: a signed-in user as a customer of the store, with access
 * to one order if `orderId` is set. `order`: a shopper who has the order's key. `system`: our own work, such as jobs
 * and commands.
 */
export type Actor =
  | { kind: "anonymous" }
  | {
      kind: "user";
      userId: string;
      sessionId: string;
      isPlatformAdmin: boolean;
      /**
       * The only store the session gives access to, because it was started at that store's custom domain. Absent: all
       * stores.
       */
      onlyStore?: string;
    }
  | { kind: "apiKey"; keyId: string; keyHash: Buffer }
  | {
      kind: "customer";
      userId: string;
      sessionId: string;
      customerId: string;
      orderId: string | null;
    }
  /** `boundTo`: what this access ends with (see OrderKey); null: nothing. */
  | { kind: "order"; orderId: string; keyHash: Buffer; boundTo: string | null }
  | { kind: "system" };

/** The process's services, created once at startup. */
export type Services = {
  database: Database;
  gateways: Gateways;
  /** Finds the public keys that verify the signatures of PayPal's webhooks. */
  paypalKeys: FindKey;
  directory: StoreDirectory;
  domainProofs: DomainProofs;
  accessTokens: AccessTokens;
  mailer: Mailer;
  /** Where uploaded pictures and the files of imports and exports are stored. */
  files: FileStore;
  /** The storage limit for the pictures of one store. */
  maxPictureBytes: number;
  /** The From address of all emails; null: one at the platform's host. */
  mailFrom: string | null;
  /** Looks up whether the buyer's company is registered for VAT. */
  vatRegister: VatRegister;
  /** Keys derived from the process's secret, by purpose. */
  key: (purpose: string) => Buffer;
  log: Logger;
  now: () => Date;
  /** The origin of links in emails if no request determines it, e.g. http://localhost:3000. */
  publicUrl: string;
};

/** A transaction with an actor's access to one store (see enterAs): row-level security shows only that store's rows. */
export type Transaction = Queryable & {
  storeId: string;
  /**
   * Checks the caller's access now, instead of right before the commit. Throws NOT_FOUND or FORBIDDEN if it was lost.
   * Lock the store's row first, because changes that end access lock it too. Absent: access isn't checked again.
   */
  enterAgain?: () => Promise<void>;
};

/** The argument of every handler: the caller, the store and access to the data. */
export type Context = {
  actor: Actor;
  /** The signed-in user, if the call also admits customers; otherwise null. The session has been checked. */
  signedIn: string | null;
  /**
   * The caller's session, checked like `signedIn`. Null if there is none, or if the response is the same for every
   * caller.
   */
  sessionId: string | null;
  /** The endpoint's grant that admitted the caller. */
  grant: Grant;
  /** True if the caller also has the endpoint's `more` permission. */
  seesMore: boolean;
  /** The store of the call. Throws if the endpoint has none. */
  store: StoreRef;
  services: Services;
  catalogue: Queryable;
  /** For short reads outside transactions. Reads for different addresses take turns (see lookups.ts). */
  lookups: Queryable;
  /** For single statements that write outside transactions, within the caller's share of connections. */
  statements: Queryable;
  traceId: string;
  /** The origin the caller used, e.g. http://localhost:3000. */
  origin: string;
  /** The caller's IP address, headers and cookies. */
  caller: Caller;
  /** False in load tests, where one address represents many callers, and for the system's own work. */
  limitsCallers: boolean;
  /** True if a page that we render makes the call. The page counts as being rendered while the call waits. */
  isForPage: boolean;
  /** Stops this call from counting toward its address's rate limit. Does nothing if calls aren't counted. */
  uncountCall: () => Promise<void>;
  /** Counts milliseconds of work against the caller's address, if the call's time is counted. */
  spendTime: (ms: number) => void;
  /** Cookies that the response sets. */
  setCookie: (cookie: string) => void;
  idempotency: { key: string; operation: string; requestHash: Buffer } | null;
  /** The versions in If-Match; an empty list matches none. Null: If-Match is `*` or was not sent. */
  ifMatch: readonly number[] | null;
  now: () => Date;
  /** Runs one transaction, in its turn, with the caller's access to the store. Rolled back if `work` throws. */
  tx: <T>(work: (tx: Transaction) => Promise<T>, turn?: Turn) => Promise<T>;
  /** Like tx, for a shopper who places the order with this id, which doesn't exist yet. */
  checkout: <T>(orderId: string, work: (tx: Transaction) => Promise<T>) => Promise<T>;
};

/**
 * Returns the SQL that calls the actor's SECURITY DEFINER `enter` function (database/functions/access), which gives the
 * transaction the actor's access to the store. It raises an error if the actor has none, or if staff or an API key no
 * longer have the permissions in `needs` (at most two).
 */
export function enterAs(actor: Actor, storeId: string, needs: readonly string[] = []): string {
  switch (actor.kind) {
    case "user":
      return callDoor("enter_user", actor.userId, storeId, ...needs);
    case "apiKey":
      return callDoor("enter_key", actor.keyId, hexOf(actor.keyHash), storeId, ...needs);
    case "customer":
      return actor.orderId === null
        ? callDoor("enter_customer", actor.userId, storeId)
        : callDoor("enter_customers_order", actor.userId, actor.orderId);
    case "order": {
      const binding = actor.boundTo === null ? [] : [actor.boundTo];
      return callDoor("enter_order", actor.orderId, hexOf(actor.keyHash), ...binding);
    }
    case "system":
      return callDoor("enter_system", storeId);
    case "anonymous":
      return callDoor("enter_shopper", storeId);
  }
}

function hexOf(bytes: Buffer): string {
  return `\\x${bytes.toString("hex")}`;
}

/**
 * Returns whose share of the connections an actor's call uses. Shoppers and anonymous callers use the store's share.
 * API keys count as the store's owner, who can create any number of them.
 */
export function shareHolder(actor: Actor, of: Pick<StoreRef, "id" | "owner"> | null): ShareHolder {
  const [store, owner] = [of?.id ?? null, of?.owner ?? null];
  if (actor.kind === "user") return { store, owner, staff: actor.userId };
  return { store, owner, staff: actor.kind === "apiKey" ? owner : null };
}

export function callDoor(name: string, ...values: string[]): string {
  return `select door.${name}(${values.map((value) => escapeLiteral(value)).join(", ")})`;
}

/**
 * Runs one transaction. `enter` is the SQL from enterAs(), and `what` names the missing resource in NOT_FOUND. The
 * access of staff, and of an order's bound cookie, is checked again before the commit, because it may have ended
 * while they waited for a lock. Rolled back if `work` throws.
 */
export async function transact<T>(
  pool: Pool,
  storeId: string,
  enter: string,
  work: (tx: Transaction) => Promise<T>,
  what = "thing",
  isCheckedAgain = false,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Not awaited, so that the first queries of `work` are sent in the same batch. If `enter` fails, only its error is
  // thrown.
  const entered = client.query(`begin; ${enter}`).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  let atEnd = isCheckedAgain ? `${enter}; ` : "";
  const enterAgain = async () => {
    atEnd = "";
    await client.query(enter);
  };
  const tx = { ...queryable(client), storeId, ...(isCheckedAgain ? { enterAgain } : {}) };
  try {
    const result = await work(tx);
    const refused = await entered;
    if (refused !== null) throw refused.error;
    await client.query(`${atEnd}commit`);
    committed(pool, tx);
    return result;
  } catch (error) {
    const refused = (await entered) ?? (await refusedNow(client, error, atEnd));
    broken = await rollBack(client);
    const cause = refused === null ? error : refused.error;
    if (isSqlState(cause, "notHeld")) throw noLongerHeld();
    throw isSqlState(cause, "notFound") ? notFound(what) : cause;
  } finally {
    client.release(broken);
  }
}

/**
 * Returns the access error if the caller has lost access in the meantime. It is thrown instead of `error`, which may
 * contain data that others have written since.
 */
async function refusedNow(
  client: PoolClient,
  error: unknown,
  enter: string,
): Promise<{ error: unknown } | null> {
  if (enter === "" || !(error instanceof ApiFailure)) return null;
  return client.query(enter).then(
    () => null,
    (refusal: unknown) => (isSqlState(refusal, "notFound", "notHeld") ? { error: refusal } : null),
  );
}

function noLongerHeld(): ApiFailure {
  return new ApiFailure(
    "FORBIDDEN",
    "You no longer have permission to do this. Ask the store's owner.",
  );
}

/**
 * A call's transaction, within `holder`'s share of the connections; repeated after a deadlock. `isBound`: the caller
 * has an order's cookie that ends with a session or a custom domain.
 */
export function callTransaction<T>(
  { app, shares }: Database,
  holder: ShareHolder,
  call: { storeId: string; enter: string; what?: string; isBound?: boolean },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const isStaff = holder.staff !== null;
  const enter = (isStaff ? staffLockWait : "") + call.enter;
  const isCheckedAgain = isStaff || call.isBound;
  return shares.app(holder, () =>
    againAfterDeadlock(() => transact(app, call.storeId, enter, work, call.what, isCheckedAgain)),
  );
}

/** Staff wait for a locked row for less time than shoppers who are buying. */
const staffLockWait = "set local lock_timeout = '2s'; ";

/**
 * Waits for statements of one transaction that are sent together and run in order; none may need another's result.
 * Throws the first error once all statements have ended.
 */
export async function inOneGo(statements: readonly Promise<unknown>[]): Promise<void> {
  for (const end of await Promise.allSettled(statements))
    if (end.status === "rejected") throw end.reason;
}

const maxTries = 3;

/**
 * Runs a transaction, up to three times if PostgreSQL rolls it back because of a deadlock or a similar conflict, for
 * example between an import and orders. `work` must have no effects outside its transaction.
 */
export async function againAfterDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (tries === maxTries || !isSqlState(error, "deadlock", "serializationFailure")) throw error;
    }
}

async function rollBack(client: PoolClient): Promise<Error | undefined> {
  return client.query("rollback").then(
    () => undefined,
    (error: Error) => error,
  );
}

/** A call's transaction on accounts, outside any store and within the caller's share of the connections. */
export function userTransaction<T>(
  { actor, services, caller, limitsCallers }: Context,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const { app, shares } = services.database;
  const holder = { ...shareHolder(actor, null), address: limitsCallers ? caller.address : null };
  return shares.app(holder, () => platformTransaction(app, work));
}

/**
 * One transaction outside any store, for the platform's own tables: users and their sessions. Rolled back if `work`
 * throws.
 */
export async function platformTransaction<T>(
  pool: Pool,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const tx = queryable(client);
    const result = await work(tx);
    await client.query("commit");
    committed(pool, tx);
    return result;
  } catch (error) {
    broken = await rollBack(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** The system's own transaction in a store, on the worker's connections. */
export function systemTransaction<T>(
  services: Services,
  storeId: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return transact(services.database.worker, storeId, enterAs({ kind: "system" }, storeId), work);
}

/**
 * A transaction that finishes what the call has already committed or requested from a provider. If the caller has lost
 * access in the meantime, the system runs it, so that the result isn't left to a later job.
 */
export async function finishingTransaction<T>(
  ctx: Context,
  work: (tx: Transaction) => Promise<T>,
  turn?: Turn,
): Promise<T> {
  try {
    return await ctx.tx(work, turn);
  } catch (error) {
    if (!(error instanceof ApiFailure) || !accessErrors.has(error.code)) throw error;
    return systemTransaction(ctx.services, ctx.store.id, work);
  }
}

const accessErrors: ReadonlySet<ErrorCode> = new Set(["NOT_FOUND", "FORBIDDEN"]);

/** A context for work on a store, even a deleted one. Null if there is no such store. */
export async function contextOfWork(services: Services, storeId: string): Promise<Context | null> {
  const store = await findStoreOfWork(queryable(services.database.worker), storeId);
  return store === null ? null : systemContext(services, store);
}

/** A context for work without a request: sweeps, the demo, commands. */
export function systemContext(services: Services, store: StoreRef): Context {
  return {
    actor: { kind: "system" },
    signedIn: null,
    sessionId: null,
    grant: "platform",
    seesMore: true,
    store,
    services,
    catalogue: services.database.catalogue,
    lookups: services.database.lookups.app(null),
    statements: queryable(services.database.app),
    traceId: randomUUID(),
    origin: services.publicUrl,
    caller: noCaller,
    limitsCallers: false,
    isForPage: false,
    uncountCall: async () => {},
    spendTime: () => {},
    setCookie: () => {},
    idempotency: null,
    ifMatch: null,
    now: services.now,
    tx: (work) => systemTransaction(services, store.id, work),
    checkout: (_orderId, work) => systemTransaction(services, store.id, work),
  };
}
