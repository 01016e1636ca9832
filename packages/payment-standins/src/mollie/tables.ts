import { table } from "../core/store.ts";
import type { Json } from "../core/types.ts";

export type PaymentStatus =
  | "open"
  | "pending"
  | "authorized"
  | "paid"
  | "failed"
  | "canceled"
  | "expired";

export type Payment = {
  id: string;
  account: string;
  status: PaymentStatus;
  currency: string;
  amountMinor: number;
  refundedMinor: number;
  chargedBackMinor: number;
  description: string;
  redirectUrl: string | null;
  cancelUrl: string | null;
  webhookUrl: string | null;
  method: string | null;
  locale: string | null;
  metadata: unknown;
  /** Fields that the shop sent and that responses return unchanged, such as lines and addresses. */
  more: Json;
  createdAt: string;
  expiresAt: string;
  /** When the status was last changed. */
  changedAt: string;
  settlementId: string | null;
};

export type Refund = {
  id: string;
  account: string;
  paymentId: string;
  status: "queued" | "pending" | "processing" | "refunded" | "failed" | "canceled";
  currency: string;
  amountMinor: number;
  description: string;
  metadata: unknown;
  createdAt: string;
  settlementId: string | null;
};

export type Chargeback = {
  id: string;
  account: string;
  paymentId: string;
  currency: string;
  amountMinor: number;
  reason: string;
  createdAt: string;
  reversedAt: string | null;
  settlementId: string | null;
};

export type Settlement = {
  id: string;
  account: string;
  currency: string;
  amountMinor: number;
  createdAt: string;
  reference: string;
};

export const payments = table<Payment>("payments");
export const refunds = table<Refund>("refunds");
export const chargebacks = table<Chargeback>("chargebacks");
export const settlements = table<Settlement>("settlements");
