import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { disputeFactOf } from "./disputes.ts";

/** A dispute of 10.00 whose balance transactions have these amounts. */
function disputeWith(status: string, moved: readonly number[] = []): Stripe.Dispute {
  const dispute = {
    id: "du_1",
    amount: 1000,
    currency: "usd",
    reason: "fraudulent",
    created: 1_790_000_000,
    evidence_details: { due_by: 1_790_600_000 },
    balance_transactions: moved.map((amount) => ({ amount })),
    status,
  };
  return dispute as unknown as Stripe.Dispute;
}

describe("a dispute at Stripe", () => {
  test.each([
    ["needs_response", "open", false],
    ["under_review", "open", false],
    ["appeal_needs_response", "open", false],
    ["a status that Stripe adds later", "open", false],
    ["warning_needs_response", "open", true],
    ["warning_under_review", "open", true],
    ["warning_closed", "won", false],
    ["won", "won", false],
    ["lost", "lost", false],
  ])("with the status %s is %s", (status, state, isInquiry) => {
    expect(disputeFactOf(disputeWith(status))).toMatchObject({
      state,
      isInquiry,
      amountMinor: 1000,
      respondBy: state === "open" ? new Date(1_790_600_000_000) : null,
    });
  });

  test.each([
    ["blocked", [], "won"],
    ["resolved with the store's money", [-1000], "lost"],
    ["won after all", [-1000, 1000], "won"],
  ] as const)("that was prevented and %s counts by its balance transactions", (_, moved, state) => {
    expect(disputeFactOf(disputeWith("prevented", moved))).toMatchObject({ state });
  });
});
