import { isApiError } from "@vetrina/client/api-error";
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
} as const satisfies Record<string, keyof ChangeWords["errors"]>;

export function failureOf(
  error: unknown,
  { errors }: ChangeWords,
  { email, isCancel = false }: { email: string; isCancel?: boolean },
): Failure {
  if (isApiError(error, "EDIT_CONFLICT")) return { text: errors.conflict, isStale: true };
  if (isApiError(error, "OUT_OF_STOCK")) return { text: errors.soldOut, isStale: false };
  if (isApiError(error, "RATE_LIMITED")) return { text: errors.limited, isStale: false };
  if (!isApiError(error, "INVALID_TRANSITION")) return { text: errors.failed, isStale: false };
  const reason = reasonOf(error.details);
  const known = reason === null ? (isCancel ? "notCanceled" : "picking") : byReason[reason];
  const isStale = known === "picking" || known === "notCanceled" || known === "refunded";
  return { text: fill(errors[known], { email }), isStale };
}

function reasonOf(details: unknown): keyof typeof byReason | null {
  const reason = (details as { reason?: unknown } | null)?.reason;
  return typeof reason === "string" && reason in byReason
    ? (reason as keyof typeof byReason)
    : null;
}

/** The If-Match header of a change. The API rejects the change if the order has changed since the page was loaded. */
export function ifUnchanged({ version }: { version: number }) {
  return { headers: { "if-match": `"${version}"` } };
}
