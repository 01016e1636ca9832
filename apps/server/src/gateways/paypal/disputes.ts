import { z } from "zod";
import { fromDecimal } from "../amounts.ts";
import type { PayPalAnswer, PayPalClient } from "../paypal-client.ts";
import { type DisputeFact, GatewayUnknown } from "../provider.ts";

const maxDisputes = 50;
const Money = z.object({ currency_code: z.string(), value: z.string() });
const List = z.object({ items: z.array(z.object({ dispute_id: z.string() })).default([]) });
const Dispute = z.object({
  dispute_id: z.string(),
  create_time: z.string(),
  status: z.string(),
  reason: z.string().optional(),
  dispute_amount: Money,
  seller_response_due_date: z.string().optional(),
  dispute_outcome: z
    .object({ outcome_code: z.string().optional(), amount_refunded: Money.optional() })
    .optional(),
});

/** The outcomes in which the buyer got the store's money. */
const lost = new Set(["RESOLVED_BUYER_FAVOUR", "ACCEPTED"]);

/** Reads the disputes of a capture. PayPal's list contains no outcomes, so each dispute is read separately. */
export async function getDisputes(send: PayPalClient, captureId: string): Promise<DisputeFact[]> {
  const query = new URLSearchParams({
    disputed_transaction_id: captureId,
    page_size: String(maxDisputes),
  });
  const path = "/v1/customer/disputes";
  const { items } = read(List, await send({ method: "GET", path: `${path}?${query.toString()}` }));
  const facts: DisputeFact[] = [];
  for (const { dispute_id: id } of items) {
    const answer = await send({ method: "GET", path: `${path}/${encodeURIComponent(id)}` });
    facts.push(factOf(read(Dispute, answer)));
  }
  return facts;
}

function factOf(dispute: z.infer<typeof Dispute>): DisputeFact {
  const { status, dispute_outcome: outcome, seller_response_due_date: due } = dispute;
  const isLost = lost.has(outcome?.outcome_code ?? "");
  const state = status === "RESOLVED" ? (isLost ? "lost" : "won") : "open";
  const amount =
    (state === "lost" ? outcome?.amount_refunded : undefined) ?? dispute.dispute_amount;
  return {
    providerDisputeId: dispute.dispute_id,
    state,
    isInquiry: false,
    amountMinor: fromDecimal(amount.value, amount.currency_code),
    currency: amount.currency_code,
    reason: dispute.reason ?? null,
    respondBy: state === "open" && due !== undefined ? new Date(due) : null,
    openedAt: new Date(dispute.create_time),
  };
}

function read<T>(schema: z.ZodType<T>, { status, body, debugId }: PayPalAnswer): T {
  const parsed = status < 300 ? schema.safeParse(body) : null;
  if (parsed?.success === true) return parsed.data;
  throw new GatewayUnknown(
    `PayPal returned an unexpected response for disputes (status ${status}, debug id ${debugId ?? "none"})`,
  );
}
