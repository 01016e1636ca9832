import { createHmac } from "node:crypto";
import { holdLimits } from "@vetrina/commerce/constants";
import {
  type HoldRefusal,
  type Holds,
  levelsToCount,
  refuseHold,
  unitsOf,
} from "@vetrina/commerce/hold-limits";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { OwnOrder } from "./order-key.ts";
import type { Line } from "./read-lines.ts";

/** Whom an order's units are held for until they are paid with real money. The address is a hash that says nothing without the secret. */
export type Holder = { address: Buffer; userId: string | null };

/** Null where nobody is counted: in load tests, and for orders that the system places. */
export function holderOf(ctx: Context): Holder | null {
  if (!ctx.limitsCallers) return null;
  const named = JSON.stringify([ctx.store.id, ctx.caller.address]);
  const address = createHmac("sha256", ctx.services.key("unpaid holds")).update(named).digest();
  return { address, userId: ctx.signedIn };
}

type Row = Omit<Holds, "storeUnits" | "code"> & {
  store_units: number | null;
  next_end: Date | null;
  code_uses: number;
  code_limit: number | null;
};

type Placing = {
  lines: readonly Line[];
  discountId: string | null;
  /** It is paid as it is made, so that only the caller's test orders stand against it. */
  isFree: boolean;
  /** Orders whose keys the browser has. */
  own: readonly OwnOrder[];
};

/** Throws HOLD_LIMIT where the caller would hold more than one may without paying real money. */
export async function requireHoldRoom(
  tx: Transaction,
  ctx: Context,
  { lines, discountId, isFree, own }: Placing,
): Promise<void> {
  if (isFree && ctx.store.environment === "LIVE") return;
  const holder = holderOf(ctx);
  if (holder === null) return;
  const row = await tx.row<Row>(sql`
    select * from door.unpaid_holds(${holder.address}, ${holder.userId}, ${own.map(({ id }) => id)}::uuid[],
      ${lines.map(({ variantId }) => variantId)}::uuid[], ${unitsOf(lines)}, ${discountId}, ${isFree},
      ${holdLimits.alwaysOfStore}, ${levelsToCount})`);
  if (row === undefined) throw new Error("the holds' door answers with one row");
  const { store_units: storeUnits, code_limit: limit, code_uses: uses } = row;
  const code = limit === null ? null : { limit, uses };
  const refusal = refuseHold({ ...row, storeUnits, code }, lines);
  if (refusal !== null) throw failureOf(refusal, row, lines, ctx.now());
}

function failureOf(
  refusal: HoldRefusal,
  { orders, next_end }: Row,
  lines: readonly Line[],
  now: Date,
): ApiFailure {
  const seconds = next_end === null ? null : (next_end.getTime() - now.getTime()) / 1000;
  const retryAfterSeconds = seconds === null ? null : Math.max(1, Math.ceil(seconds));
  return new ApiFailure("HOLD_LIMIT", messageOf(refusal, orders, lines, retryAfterSeconds), {
    ...refusal,
    retryAfterSeconds,
  });
}

function messageOf(
  refusal: HoldRefusal,
  orders: number,
  lines: readonly Line[],
  retryAfterSeconds: number | null,
): string {
  const line =
    refusal.limit === "variant"
      ? lines.find(({ variantId }) => variantId === refusal.variantId)
      : undefined;
  const what = line === undefined ? "" : ` of ${line.name} (${line.variantName})`;
  const minutes = Math.ceil((retryAfterSeconds ?? 0) / 60);
  const wait = minutes < 2 ? "a minute" : `${minutes} minutes`;
  if (refusal.limit === "code")
    return `Unpaid orders from you or your connection already use this code as often as we can reserve it. Pay for or cancel one of them, or try again in ${wait}.`;
  if (retryAfterSeconds === null)
    return `You can order at most ${refusal.max} items${what} before you pay. Reduce the quantity, pay, and then order the rest.`;
  if (orders === 0)
    return `Test orders from you or your connection already took as many items${what} as we can reserve. Try again in ${wait}.`;
  return `Unpaid orders from you or your connection already hold as many items${what} as we can reserve. Pay for or cancel one of them, or try again in ${wait}.`;
}
