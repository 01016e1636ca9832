import type { Pool } from "pg";
import type { Endpoint } from "@vetrina/contract/endpoint";
import type { Actor, Context, Transaction } from "../../context.ts";
import { copiesOf } from "../../database/copies.ts";
import type { StoreRef } from "../../store-directory.ts";
import { countCall, countHit } from "./rate-limit.ts";

const anHour = 60 * 60;
/**
 * The maximum number of counted writes per hour. The owner has a limit for all their stores; their staff and API keys
 * together have another one, so that they can't use up the owner's.
 */
const maxOfOwner = 30_000;
const maxOfStaff = 30_000;
const maxOfCustomer = 1000;
/** What a user changes outside of stores, such as their account. */
const maxOfUser = 1000;
/** A page may repeat process-payment about ten times until the payment has a result. */
const maxOfOrder = 300;

/**
 * Counts a call that may write rows, because almost every call adds an audit log entry, which is kept forever. A call
 * counts once, plus once for each kilobyte of its body. Imports have a limit of their own (file-jobs/count-imported.ts),
 * and for anonymous callers each call has its own limit. Throws RATE_LIMITED.
 */
export async function countWrite(
  pool: Pool,
  { method }: Pick<Endpoint, "method">,
  { actor, store, bytes }: { actor: Actor; store: StoreRef | null; bytes: number },
): Promise<void> {
  const writer = method === "GET" ? null : writerOf(actor, store);
  if (writer === null) return;
  const weight = 1 + Math.floor(bytes / 1024);
  await countCall(pool, `writes of ${writer.name}`, writer.max, anHour, weight);
}

/**
 * Counts what a call writes beyond its body, such as copies of a product's variants: once for every two rows, plus once
 * for each kilobyte of copied text. Call it outside a transaction, because it takes its own connection. Throws
 * RATE_LIMITED.
 */
export async function countCopies(
  { actor, store, services, limitsCallers }: Context,
  { rows, bytes = 0 }: { rows: number; bytes?: number },
): Promise<void> {
  const writer = limitsCallers ? writerOf(actor, store) : null;
  const weight = weightOf({ rows, bytes });
  if (writer === null || weight === 0) return;
  await countCall(services.database.app, `writes of ${writer.name}`, writer.max, anHour, weight);
}

/**
 * Runs a call's transaction. Once it is committed, counts what its work noted with noteCopies(). Not counted in the
 * transaction, because that would lock the count's row, and the next statement that counts calls of any caller would
 * wait for it. Never throws: the transaction may record money that has moved, so the caller's next changes are rejected
 * instead. Buyers aren't counted, because they must be able to pay.
 */
export async function countingCopies<T>(
  { actor, store, limitsCallers, services }: CopyingCall,
  work: (tx: Transaction) => Promise<T>,
  transaction: (work: (tx: Transaction) => Promise<T>) => Promise<T>,
): Promise<T> {
  const isStaff = actor.kind === "user" || actor.kind === "apiKey";
  const writer = limitsCallers && isStaff ? writerOf(actor, store) : null;
  if (writer === null) return transaction(work);
  let weight = 0;
  const result = await transaction(async (tx) => {
    const worked = await work(tx);
    weight = weightOf(copiesOf(tx));
    return worked;
  });
  if (weight > 0)
    await countHit(services.database.app, `writes of ${writer.name}`, anHour, weight).catch(
      (error: unknown) => services.log.error({ err: error }, "copies could not be counted"),
    );
  return result;
}

type CopyingCall = Pick<Context, "actor" | "store" | "limitsCallers" | "services">;

function weightOf({ rows, bytes }: { rows: number; bytes: number }): number {
  return Math.floor(rows / 2) + Math.floor(bytes / 1024);
}

function writerOf(actor: Actor, store: StoreRef | null): { name: string; max: number } | null {
  switch (actor.kind) {
    case "user":
      if (store === null) return { name: `user ${actor.userId}`, max: maxOfUser };
      if (actor.userId === store.owner) return { name: `owner ${store.owner}`, max: maxOfOwner };
      return { name: `staff of ${store.owner}`, max: maxOfStaff };
    case "apiKey":
      return store === null ? null : { name: `staff of ${store.owner}`, max: maxOfStaff };
    case "customer":
      return actor.orderId === null
        ? { name: `customer ${actor.customerId}`, max: maxOfCustomer }
        : { name: `order ${actor.orderId}`, max: maxOfOrder };
    case "order":
      return { name: `order ${actor.orderId}`, max: maxOfOrder };
    default:
      return null;
  }
}
