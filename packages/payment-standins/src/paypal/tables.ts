import { table } from "../core/store.ts";
import type { Json } from "../core/types.ts";

export type Money = { currency_code: string; value: string };

export type PurchaseUnit = Json & {
  reference_id: string;
  amount: Money & { breakdown?: Record<string, Money> };
  custom_id?: string;
  invoice_id?: string;
  shipping?: Json;
};

export type Order = {
  id: string;
  account: string;
  intent: "CAPTURE";
  status: "CREATED" | "PAYER_ACTION_REQUIRED" | "APPROVED" | "COMPLETED";
  createTime: string;
  updateTime: string;
  units: PurchaseUnit[];
  /** The payment source that the buyer has chosen. */
  source: Json | null;
  payer: Json | null;
  /** How the buyer's instrument reacts when the order is captured. */
  instrument: Instrument;
  /** The order's only capture. */
  captureId: string | null;
  returnUrl: string | null;
  cancelUrl: string | null;
  /** With GET_FROM_FILE, the buyer chooses an address in the wallet. */
  shippingPreference: string;
  /** The card whose 3-D Secure check is in progress. */
  challenged?: { number: string; name: string; expiry: string };
};

export type Instrument = "accepted" | "declined" | "card-declined" | "pending";

export type Capture = {
  id: string;
  account: string;
  orderId: string;
  status: "COMPLETED" | "DECLINED" | "PARTIALLY_REFUNDED" | "PENDING" | "REFUNDED" | "FAILED";
  currency: string;
  amountMinor: number;
  feeMinor: number;
  refundedMinor: number;
  refundIds: string[];
  customId: string | null;
  invoiceId: string | null;
  createTime: string;
  updateTime: string;
  isCard: boolean;
  /** The status that the capture's next refund will have. */
  nextRefund: "COMPLETED" | "PENDING";
};

export type Refund = {
  id: string;
  account: string;
  captureId: string;
  orderId: string;
  status: "COMPLETED" | "PENDING" | "FAILED";
  currency: string;
  amountMinor: number;
  totalRefundedMinor: number;
  customId: string | null;
  invoiceId: string | null;
  note: string | null;
  createTime: string;
  updateTime: string;
};

export type Dispute = {
  id: string;
  account: string;
  captureId: string;
  orderId: string;
  reason: string;
  status: "WAITING_FOR_SELLER_RESPONSE" | "RESOLVED";
  outcome: string | null;
  currency: string;
  amountMinor: number;
  createTime: string;
  updateTime: string;
  dueDate: string;
};

export type Webhook = { id: string; account: string; url: string; eventTypes: string[] };
export type WebhookEvent = { id: string; account: string; type: string; body: Json };
export type Token = { id: string; account: string; expiresAt: string };

export const orders = table<Order>("orders");
export const captures = table<Capture>("captures");
export const refunds = table<Refund>("refunds");
export const disputes = table<Dispute>("disputes");
export const webhooks = table<Webhook>("webhooks");
export const webhookEvents = table<WebhookEvent>("events");
export const tokens = table<Token>("tokens");
