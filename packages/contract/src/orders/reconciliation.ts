import { z } from "zod";
import { Id, Limit, listOf, LongText, Page, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { PaymentEnv, PaymentProvider } from "../enumerations.ts";
import { Amount, Currency } from "../money.ts";

/** How a provider's report and our records can differ. */
export const DifferenceKind = z
  .enum([
    "ORPHAN_CAPTURE",
    "DUPLICATE_CAPTURE",
    "MISSING_CAPTURE",
    "CAPTURE_AMOUNT",
    "ORPHAN_REFUND",
    "DUPLICATE_REFUND",
    "MISSING_REFUND",
    "REFUND_AMOUNT",
    "REFUND_REVERSED",
    "ORPHAN_DISPUTE",
    "MISSING_DISPUTE",
    "DISPUTE_AMOUNT",
    "FEE_AMOUNT",
    "PAYOUT_AMOUNT",
    "PAYOUT_FAILED",
    "UNREADABLE",
  ])
  .meta({ id: "DifferenceKind" });
export type DifferenceKind = z.infer<typeof DifferenceKind>;

export const DifferenceState = z
  .enum(["OPEN", "RESOLVED", "SETTLED"])
  .meta({ id: "DifferenceState" });
export type DifferenceState = z.infer<typeof DifferenceState>;

const Difference = z
  .object({
    id: Id,
    kind: DifferenceKind.meta({
      description:
        "ORPHAN: the provider took or returned money, but the store didn't record that it did. MISSING: the provider's report lacks what the store recorded. DUPLICATE: the provider took money again for a paid order, or paid a refund out twice. AMOUNT: the amount or currency isn't the expected one. UNREADABLE: an entry of the report wasn't compared, because its amounts can't be read.",
    }),
    state: DifferenceState.meta({
      description:
        "RESOLVED: a later run no longer found the difference. SETTLED: staff marked it as dealt with.",
    }),
    providerId: Id.meta({ description: "The id of the payment provider in the store's settings." }),
    provider: PaymentProvider,
    environment: PaymentEnv,
    reference: z.string().meta({
      description:
        "The provider's id for the movement, or the store's own id if the provider has none.",
    }),
    orderId: Id.nullable(),
    orderNumber: z.string().nullable(),
    paymentId: Id.nullable(),
    expected: Amount.nullable().meta({
      description:
        "The amount in the store's records; of a fee or payout, the amount that the provider's movements add up to. null if there is none.",
    }),
    reported: Amount.nullable().meta({
      description: "The amount in the provider's report; null if it isn't reported.",
    }),
    currency: Currency,
    happenedAt: Time,
    foundAt: Time,
    closedAt: Time.nullable(),
    version: z.int(),
  })
  .meta({ id: "ReconciliationDifference" });
export type Difference = z.infer<typeof Difference>;

const Movement = z.object({
  kind: z.string().meta({ description: "Such as capture, refund, dispute or payout." }),
  reference: z.string(),
  amount: Amount,
  currency: Currency,
  fee: Amount.nullable(),
  net: Amount.nullable(),
  balanceCurrency: Currency.nullable(),
  payoutId: z.string().nullable(),
  at: Time,
});

const DifferenceDetails = Difference.extend({
  advice: z.string().meta({ description: "Explains the difference and how to resolve it." }),
  note: z.string().nullable(),
  settledBy: z
    .object({ kind: z.string(), id: Id.nullable(), name: z.string().nullable() })
    .nullable(),
  movements: z.array(Movement).meta({
    description: "The provider's records of the payment or payout, oldest first.",
  }),
}).meta({ id: "ReconciliationDifferenceDetails" });
export type DifferenceDetails = z.infer<typeof DifferenceDetails>;

const ReconciledAccount = z
  .object({
    providerId: Id,
    provider: PaymentProvider,
    environment: PaymentEnv,
    readUntil: Time.nullable().meta({
      description:
        "The time up to which the provider's report has been read. PayPal's report lags by up to three hours.",
    }),
    startedAt: Time.nullable(),
    finishedAt: Time.nullable(),
    error: z.string().nullable().meta({ description: "Why the last run didn't finish." }),
    nextAt: Time,
    openDifferences: z.int(),
  })
  .meta({ id: "ReconciledAccount" });
export type ReconciledAccount = z.infer<typeof ReconciledAccount>;

const access = { allow: ["MANAGE_ORDERS"] } as const;
const ofStore = { by: "store", in: "params", field: "storeId" } as const;
const storeParams = z.object({ storeId: z.string().max(253) });
const ofDifference = { by: "resource", kind: "difference", in: "params", field: "id" } as const;
const byId = z.object({ id: Id });

/** Calls for staff to review the daily comparison with the payment providers' reports. */
export const reconciliation = {
  listDifferences: endpoint({
    method: "GET",
    path: "/payment/reconciliation/store/{storeId}",
    summary:
      "Lists differences between the payment providers' reports and the store's records, newest first.",
    access,
    store: ofStore,
    params: storeParams,
    query: z.object({
      state: DifferenceState.optional(),
      kind: DifferenceKind.optional(),
      provider: PaymentProvider.optional(),
      environment: PaymentEnv.optional(),
      orderId: Id.optional(),
      paymentId: Id.optional(),
      startDate: Time.optional().meta({ description: "Differences found at or after this time." }),
      endDate: Time.optional().meta({ description: "Differences found before this time." }),
      page: Page,
      limit: Limit,
      after: z.string().max(200).optional().meta({
        description: "`next` of the previous page. If sent, `page` is ignored.",
      }),
    }),
    response: listOf(Difference).extend({
      next: z.string().nullable().meta({ description: "Pass it as `after` for the next page." }),
    }),
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  listReconciledAccounts: endpoint({
    method: "GET",
    path: "/payment/reconciliation/store/{storeId}/accounts",
    summary:
      "Lists the store's accounts at payment providers, each with the time of its last reconciliation and its number of open differences.",
    access,
    store: ofStore,
    params: storeParams,
    response: z.object({ items: z.array(ReconciledAccount) }),
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  runReconciliation: endpoint({
    method: "POST",
    path: "/payment/reconciliation/store/{storeId}/run",
    summary:
      "Starts comparing the store's records with the payment providers' reports in the background. listReconciledAccounts shows when the comparison has finished.",
    access: { ...access, limit: 10 },
    store: ofStore,
    params: storeParams,
    body: z.strictObject({
      providerId: Id.optional().meta({
        description: "If absent, all accounts of the store are compared.",
      }),
    }),
    response: z.object({ items: z.array(ReconciledAccount) }),
    status: 202,
    errors: ["NOT_FOUND", "RATE_LIMITED"],
    personal: true,
  }),
  getDifference: endpoint({
    method: "GET",
    path: "/payment/reconciliation/{id}",
    summary:
      "Returns a difference between a provider's report and the store's records, with advice on how to resolve it.",
    access,
    store: ofDifference,
    params: byId,
    response: DifferenceDetails,
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  settleDifference: endpoint({
    method: "POST",
    path: "/payment/reconciliation/{id}/settle",
    summary:
      "Marks a difference as dealt with. The difference is opened again only if the reported or expected amount changes.",
    access,
    store: ofDifference,
    params: byId,
    body: z.strictObject({ note: LongText(1000) }),
    response: DifferenceDetails,
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "EDIT_CONFLICT"],
    personal: true,
  }),
};
