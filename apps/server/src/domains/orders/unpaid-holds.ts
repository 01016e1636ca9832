import {
  endedHoldMinutes,
  freeOrderHours,
  holdLimits,
  unpaidHoldMinutes,
} from "@vetrina/commerce/constants";
import {
  type HoldRefusal,
  type Holds,
  levelsToCount,
  levelsToCountOfNetwork,
  holdRefusalOf,
  unitsOf,
} from "@vetrina/commerce/orders/hold-limits";
import type { PaymentEnv } from "@vetrina/contract/enumerations";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { callerHashes } from "../../platform/http/callers/caller-hashes.ts";
import type { Holder } from "../order-records/insert-order.ts";
import type { OwnOrder } from "../order-records/order-key.ts";
import type { Line } from "../pricing/read-lines.ts";

/** Returns the caller whose orders are counted; null in load tests and for orders placed by the system. */
export function holderOf(ctx: Context): Holder | null {
  const caller = callerHashes(ctx, "unpaid holds");
  return caller === null ? null : { ...caller, userId: ctx.signedIn };
}

type Row = Pick<Holds, "orders" | "units" | "variants"> & {
  store_units: number | null;
  next_end: Date | null;
  discounts: Holds["discounts"];
  ended_units: number;
  network_orders: number;
  network_units: number;
  network_ended_units: number;
} & EndedRow;

/** The caller's orders that were canceled or expired unpaid, as counted by door.ended_unpaid_orders. */
type EndedRow = {
  of_address_count: number;
  of_network_count: number;
  /** null if the counts of the address and its network are below their limits. */
  of_user_count: number | null;
  free_at: Date | null;
};

type Placing = {
  lines: readonly Line[];
  /** The order's discounts that have a usage limit. */
  discountIds: readonly string[];
  /**
   * The store's mode if the order is free, else null. The limit on unpaid orders doesn't apply to a free order, because
   * it is paid immediately. The limit on units does apply: it counts unpaid and test orders and, in LIVE mode, free
   * orders.
   */
  freeIn: PaymentEnv | null;
  /** The orders whose keys the browser sent. */
  own: readonly OwnOrder[];
};

/**
 * Throws HOLD_LIMIT if the caller would hold more units than allowed without real payment, or take more than allowed in
 * free orders.
 */
export async function requireHoldRoom(
  tx: Transaction,
  ctx: Context,
  { lines, discountIds, freeIn, own }: Placing,
): Promise<void> {
  const holder = holderOf(ctx);
  if (holder === null) return;
  const since = new Date(ctx.now().getTime() - endedHoldMinutes * 60_000);
  const isFreeInLive = freeIn === "LIVE";
  const usesSince = new Date(ctx.now().getTime() - freeOrderHours * 3_600_000);
  const freeSince = isFreeInLive ? usesSince : null;
  const { endedOrders: many, network: share } = holdLimits;
  const row = await tx.row<Row>(sql`
    select * from door.unpaid_holds(${holder.address}, ${holder.network}, ${holder.userId}, ${own.map(({ id }) => id)}::uuid[],
      ${lines.map(({ variantId }) => variantId)}::uuid[], ${unitsOf(lines)}, ${discountIds}::uuid[],
      ${holdLimits.alwaysOfStore}, ${levelsToCount}, ${levelsToCountOfNetwork}, ${since}, ${freeSince},
      ${usesSince}, ${many}, ${many * share}, ${unpaidHoldMinutes})`);
  if (row === undefined) throw new Error("door.unpaid_holds returned no row");
  if (freeIn === null) requireFewEnded(row, holder, ctx.now());
  const refusal = holdRefusalOf(holdsOf(row, freeIn), lines);
  if (refusal !== null) throw failureOf(refusal, row, { lines, isFreeInLive }, ctx.now());
}

/**
 * Throws HOLD_LIMIT if too many orders were canceled or expired unpaid, because each leaves rows for a month. Other
 * people behind the same IP address can still order, either signed in or once every `unpaidHoldMinutes`.
 */
function requireFewEnded(row: EndedRow, { userId }: Holder, now: Date): void {
  const { endedOrders: many, endedOrdersOfAccount, network: share } = holdLimits;
  if (row.of_address_count < many && row.of_network_count < many * share) return;
  if (userId !== null && (row.of_user_count ?? 0) < endedOrdersOfAccount) return;
  if (row.free_at === null || row.free_at <= now) return;
  throw endedTooOften(userId, row.free_at, now);
}

function endedTooOften(userId: string | null, freeAt: Date, now: Date): ApiFailure {
  const retryAfterSeconds = secondsUntil(freeAt, now);
  const wait = waitOf(retryAfterSeconds ?? 0);
  const signIn = userId === null ? "Sign in to order now, or try" : "Try";
  return new ApiFailure(
    "HOLD_LIMIT",
    `Too many orders from you or your network were canceled or not paid in time. ${signIn} again in ${wait}.`,
    { limit: "orders", max: 0, retryAfterSeconds },
  );
}

function holdsOf(row: Row, freeIn: PaymentEnv | null): Holds {
  const { units, variants, discounts } = row;
  return {
    orders: freeIn === null ? row.orders : 0,
    units,
    variants,
    storeUnits: row.store_units,
    discounts,
    endedUnits: row.ended_units,
    network: {
      orders: freeIn === null ? row.network_orders : 0,
      units: row.network_units,
      endedUnits: row.network_ended_units,
    },
    isTaken: freeIn === "LIVE",
  };
}

type About = { lines: readonly Line[]; isFreeInLive: boolean };

function failureOf(refusal: HoldRefusal, row: Row, about: About, now: Date): ApiFailure {
  const retryAfterSeconds = secondsUntil(row.next_end, now);
  return new ApiFailure("HOLD_LIMIT", messageOf(refusal, row, about, retryAfterSeconds), {
    ...refusal,
    retryAfterSeconds,
  });
}

function secondsUntil(end: Date | null, now: Date): number | null {
  return end === null ? null : Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));
}

function waitOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes < 2 ? "a minute" : `${minutes} minutes`;
}

/** Returns, for example, "3 items" or "3 units of Wool Coat (Navy, M)". */
function countOf(count: number, product: string | null): string {
  if (product === null) return count === 1 ? "1 item" : `${count} items`;
  return `${count} ${count === 1 ? "unit" : "units"} of ${product}`;
}

function itemsOf(product: string | null): string {
  return product === null ? "items" : `units of ${product}`;
}

function messageOf(
  refusal: HoldRefusal,
  { orders, network_orders: networkOrders, ...row }: Row,
  { lines, isFreeInLive }: About,
  retryAfterSeconds: number | null,
): string {
  const line =
    refusal.limit === "variant"
      ? lines.find(({ variantId }) => variantId === refusal.variantId)
      : undefined;
  const endedUnits = row.ended_units + row.network_ended_units;
  const product = line === undefined ? null : `${line.name} (${line.variantName})`;
  const wait = waitOf(retryAfterSeconds ?? 0);
  if (isFreeInLive) return freeMessageOf(refusal, product, retryAfterSeconds);
  if (refusal.limit === "code")
    return orders === 0
      ? `Test orders from you or your network have reached the limit for this discount. Try again in ${wait}.`
      : `Unpaid orders from you or your network have reached the limit for this discount. Pay for or cancel one of them, or try again in ${wait}.`;
  if (retryAfterSeconds === null)
    return `You can order at most ${countOf(refusal.max, product)} before you pay. Reduce the quantity, pay, and then order the rest.`;
  if (refusal.limit === "units" && endedUnits > 0)
    return `Orders from you or your network that were canceled or not paid in time still count toward the limit on unpaid items. ${refusal.max > 0 ? `Order at most ${countOf(refusal.max, null)} now, or try` : "Try"} again in ${wait}.`;
  if (orders + networkOrders === 0)
    return `Test orders from you or your network already have the maximum number of ${itemsOf(product)}. Try again in ${wait}.`;
  return `Unpaid orders from you or your network already have the maximum number of ${itemsOf(product)}. Pay for or cancel one of them, or try again in ${wait}.`;
}

function freeMessageOf(
  { limit, max }: HoldRefusal,
  product: string | null,
  retryAfterSeconds: number | null,
): string {
  const hours = Math.ceil((retryAfterSeconds ?? 0) / 3600);
  const wait = hours < 2 ? "an hour" : `${hours} hours`;
  if (limit === "code")
    return `Free or unpaid orders from you or your network have reached the limit for this discount. Try again in ${wait}.`;
  if (retryAfterSeconds === null)
    return `You can order at most ${countOf(max, product)} for free. Reduce the quantity.`;
  return `Free or unpaid orders from you or your network already have the maximum number of ${itemsOf(product)}. Try again in ${wait}.`;
}
