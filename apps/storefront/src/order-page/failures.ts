import { isApiError } from "@vetrina/client/api-error";
import type { OrderDetails } from "@vetrina/contract/orders/orders";
import type { ChangeWords } from "./words/en.ts";
import { fill } from "./words/fill.ts";

/** Why a change was rejected, in the page's language, and whether the page shows an outdated order. */
export type Failure = { text: string; isStale: boolean };

const byReason = {
  OTHER_TERMS: "otherTerms",
  OTHER_PRICE: "otherPrice",
  REFUNDED: "refunded",
  IN_ORDER: "inOrder",
  PAID_BY_HAND: "byHand",
  PICKING: "picking",
  CANCELED: "canceled",
} as const satisfies Record<string, keyof ChangeWords["errors"]>;

const staleErrors: ReadonlySet<string> = new Set([
  "picking",
  "canceled",
  "notCanceled",
  "refunded",
]);

export function failureOf(
  error: unknown,
  { errors }: ChangeWords,
  { email, isCancel = false }: { email: string; isCancel?: boolean },
): Failure {
  if (isApiError(error, "EDIT_CONFLICT")) {
    // The error's details are the order as it is now.
    const order = error.details as Partial<OrderDetails> | null;
    return { text: order?.canceledAt ? errors.canceled : errors.conflict, isStale: true };
  }
  if (isApiError(error, "OUT_OF_STOCK")) return { text: errors.soldOut, isStale: false };
  if (isApiError(error, "RATE_LIMITED")) return { text: errors.limited, isStale: false };
  if (!isApiError(error, "INVALID_TRANSITION")) return { text: errors.failed, isStale: false };
  const { reason } = (error.details ?? {}) as { reason?: unknown };
  const known = isReason(reason) ? byReason[reason] : isCancel ? "notCanceled" : "picking";
  const isStale = staleErrors.has(known);
  return { text: fill(errors[known], { email }), isStale };
}

function isReason(reason: unknown): reason is keyof typeof byReason {
  return typeof reason === "string" && reason in byReason;
}

/** The If-Match header of a change. The API rejects the change if the order has changed since the page was loaded. */
export function ifUnchanged({ version }: { version: number }) {
  return { headers: { "if-match": `"${version}"` } };
}
