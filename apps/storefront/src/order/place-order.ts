import { isApiError } from "@vetrina/client/api-error";
import type { Client, CreateOrderOutput } from "@vetrina/client/types";
import type { Placed } from "../payment/pay-placed.ts";
import { type Attempt, newKey, nextAttempt, type OrderBody } from "./attempt.ts";

type Deps = {
  orders: Pick<Client["orders"], "createOrder" | "cancelOrder">;
  storeId: string;
  load: () => Attempt | null;
  save: (attempt: Attempt | null) => void;
};

/**
 * Places an order, or returns the one already placed for the same purchase. First cancels an unpaid order for a
 * different purchase; if that order is paid or being paid, returns it instead. Stores the attempt, so that a retry
 * gives the same order.
 */
export async function placeOrder(deps: Deps, body: OrderBody, signature: string): Promise<Placed> {
  const request = { body: JSON.stringify(body), signature };
  const { attempt, abandoned } = nextAttempt(deps.load(), request, newKey);
  if (abandoned !== null && !(await giveUp(deps, abandoned)))
    return { orderId: abandoned, isResumed: true };
  deps.save(attempt);
  if (attempt.orderId !== null) return { orderId: attempt.orderId, isResumed: true };
  const { id, paidAt } = await create(deps, attempt, body);
  const isComplete = typeof paidAt === "string";
  return { orderId: id, isResumed: false, ...(isComplete && { isComplete }) };
}

async function create(deps: Deps, attempt: Attempt, body: OrderBody): Promise<CreateOrderOutput> {
  const send = async ({ key }: Attempt) =>
    deps.orders.createOrder({ storeId: deps.storeId, body }, { idempotencyKey: key });
  try {
    const order = await send(attempt);
    deps.save({ ...attempt, orderId: order.id });
    return order;
  } catch (error) {
    // The server has seen this idempotency key with a different body, for example from an older version of this page.
    if (!isApiError(error, "IDEMPOTENCY_KEY_REUSED")) throw error;
    const renewed = { ...attempt, key: newKey() };
    deps.save(renewed);
    const order = await send(renewed);
    deps.save({ ...renewed, orderId: order.id });
    return order;
  }
}

/** Cancels an unpaid order. Returns false if it is paid, perhaps in another tab, or being paid. */
async function giveUp({ orders, save }: Deps, orderId: string): Promise<boolean> {
  try {
    await orders.cancelOrder({ id: orderId, body: { unpaidOnly: true } });
  } catch (error) {
    if (isApiError(error, "INVALID_TRANSITION")) return false;
    // Other API errors don't matter: the order doesn't exist, or its hold will expire without a cancellation.
    if (!isApiError(error)) throw error;
  }
  save(null);
  return true;
}
