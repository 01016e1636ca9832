import type { Pool } from "pg";
import type { Endpoint } from "@vetrina/contract/endpoint";
import type { Actor, Context } from "../../context.ts";
import type { StoreRef } from "../../store-directory.ts";
import { countCall } from "./rate-limit.ts";

const anHour = 60 * 60;
/** Of an owner, and of the staff and API keys of all their stores together: staff leave room for the owner. */
const maxOfOwner = 30_000;
const maxOfStaff = 30_000;
const maxOfCustomer = 1000;
/** A page asks some ten times whether an open payment has ended. */
const maxOfOrder = 300;

/**
 * Counts a call that may leave rows, which its caller could make without end: almost each leaves an entry in the audit log,
 * and that is kept for good. A call counts once and once for each kilobyte of its body. Files have limits of their own, and
 * anonymous callers those of each call. Throws RATE_LIMITED.
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
 * Counts what a call writes beyond its body, such as the copies of a product's variants: once for every two rows and for each
 * kilobyte of copied text. Outside a transaction, because it takes a connection of its own. Throws RATE_LIMITED.
 */
export async function countCopies(
  { actor, store, services, limitsCallers }: Context,
  { rows, bytes = 0 }: { rows: number; bytes?: number },
): Promise<void> {
  const writer = limitsCallers ? writerOf(actor, store) : null;
  const weight = Math.floor(rows / 2) + Math.floor(bytes / 1024);
  if (writer === null || weight === 0) return;
  await countCall(services.database.app, `writes of ${writer.name}`, writer.max, anHour, weight);
}

function writerOf(actor: Actor, store: StoreRef | null): { name: string; max: number } | null {
  switch (actor.kind) {
    case "user":
      if (actor.userId === store?.owner) return { name: `owner ${store.owner}`, max: maxOfOwner };
      return store === null ? null : { name: `staff of ${store.owner}`, max: maxOfStaff };
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
