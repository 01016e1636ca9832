import { table } from "../core/store.ts";
import type { Json } from "../core/types.ts";

/** An API object as responses contain it, with the account it belongs to. */
export type Resource = { id: string; account: string; api: Json };

export type Intent = Resource & {
  /** The payment method of the last confirmation. Its card determines the result. */
  methodId: string | null;
};

export type Method = Resource & { number: string };

export type BalanceTransaction = Resource & { payout: string | null };

export type Endpoint = Resource & { secret: string };

export const intents = table<Intent>("intents");
export const methods = table<Method>("methods");
export const charges = table<Resource>("charges");
export const refunds = table<Resource>("refunds");
export const disputes = table<Resource>("disputes");
export const balanceTransactions = table<BalanceTransaction>("balance_transactions");
export const payouts = table<Resource>("payouts");
export const endpoints = table<Endpoint>("endpoints");
export const events = table<Resource>("events");
export const domains = table<Resource>("domains");
export const confirmationTokens = table<Resource & { methodId: string }>("confirmation_tokens");
