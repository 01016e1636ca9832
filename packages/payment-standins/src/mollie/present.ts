import type { Json } from "../core/types.ts";
import type { Chargeback, Payment, Refund, Settlement } from "./tables.ts";
import { amountOf, documentation, idOf, link } from "./values.ts";

export function presentPayment(payment: Payment, origin: string): Json {
  const { id, currency, amountMinor, refundedMinor, status } = payment;
  const self = `${origin}/v2/payments/${id}`;
  const isPaid = status === "paid";
  const isOpen = status === "open";
  const dashboard = link(`https://my.mollie.com/dashboard/org_1/payments/${id}`, "text/html");
  return {
    resource: "payment",
    id,
    mode: "test",
    createdAt: payment.createdAt,
    amount: amountOf(amountMinor, currency),
    description: payment.description,
    method: payment.method,
    metadata: payment.metadata,
    status,
    ...(isOpen ? { isCancelable: isCancelable(payment), expiresAt: payment.expiresAt } : {}),
    ...(isPaid
      ? {
          paidAt: payment.changedAt,
          amountRefunded: amountOf(refundedMinor, currency),
          amountRemaining: amountOf(amountMinor - refundedMinor, currency),
          settlementAmount: amountOf(amountMinor, currency),
          details: {
            cardNumber: "6787",
            cardHolder: "T. TEST",
            cardLabel: "Mastercard",
            cardCountryCode: "NL",
          },
        }
      : {}),
    ...(payment.chargedBackMinor > 0
      ? { amountChargedBack: amountOf(payment.chargedBackMinor, currency) }
      : {}),
    ...(status === "failed" ||
    status === "canceled" ||
    status === "expired" ||
    status === "authorized"
      ? { [`${status}At`]: payment.changedAt }
      : {}),
    ...(payment.settlementId === null ? {} : { settlementId: payment.settlementId }),
    locale: payment.locale,
    profileId: idOf("pfl", payment.account),
    sequenceType: "oneoff",
    redirectUrl: payment.redirectUrl,
    ...(payment.cancelUrl === null ? {} : { cancelUrl: payment.cancelUrl }),
    webhookUrl: payment.webhookUrl,
    ...payment.more,
    _links: {
      self: link(self),
      ...(isOpen ? { checkout: link(`${origin}/checkout/select-method/${id}`, "text/html") } : {}),
      dashboard,
      changePaymentState: link(`${origin}/checkout/test-mode?id=${id}`, "text/html"),
      ...(refundedMinor > 0 ? { refunds: link(`${self}/refunds`) } : {}),
      ...(payment.chargedBackMinor > 0 ? { chargebacks: link(`${self}/chargebacks`) } : {}),
      documentation,
    },
  };
}

/** Whether the shop can cancel a payment. It can cancel only bank transfers; other open payments expire. */
export function isCancelable({ method }: Payment): boolean {
  return method === "banktransfer";
}

export function presentRefund(refund: Refund, origin: string): Json {
  const payment = `${origin}/v2/payments/${refund.paymentId}`;
  return {
    resource: "refund",
    id: refund.id,
    mode: "test",
    description: refund.description,
    amount: amountOf(refund.amountMinor, refund.currency),
    settlementAmount: amountOf(-refund.amountMinor, refund.currency),
    status: refund.status,
    metadata: refund.metadata,
    paymentId: refund.paymentId,
    ...(refund.settlementId === null ? {} : { settlementId: refund.settlementId }),
    createdAt: refund.createdAt,
    _links: {
      self: link(`${payment}/refunds/${refund.id}`),
      payment: link(payment),
      documentation,
    },
  };
}

export function presentChargeback(chargeback: Chargeback, origin: string): Json {
  const payment = `${origin}/v2/payments/${chargeback.paymentId}`;
  return {
    resource: "chargeback",
    id: chargeback.id,
    mode: "test",
    amount: amountOf(chargeback.amountMinor, chargeback.currency),
    settlementAmount: amountOf(-chargeback.amountMinor, chargeback.currency),
    reason: { code: "4837", description: chargeback.reason },
    paymentId: chargeback.paymentId,
    ...(chargeback.settlementId === null ? {} : { settlementId: chargeback.settlementId }),
    createdAt: chargeback.createdAt,
    reversedAt: chargeback.reversedAt,
    _links: {
      self: link(`${payment}/chargebacks/${chargeback.id}`),
      payment: link(payment),
      documentation,
    },
  };
}

export function presentSettlement(settlement: Settlement, origin: string): Json {
  const self = `${origin}/v2/settlements/${settlement.id}`;
  return {
    resource: "settlement",
    id: settlement.id,
    reference: settlement.reference,
    createdAt: settlement.createdAt,
    settledAt: settlement.createdAt,
    status: "paidout",
    amount: amountOf(settlement.amountMinor, settlement.currency),
    balanceId: idOf("bal", settlement.account),
    periods: {},
    _links: {
      self: link(self),
      payments: link(`${self}/payments`),
      refunds: link(`${self}/refunds`),
      chargebacks: link(`${self}/chargebacks`),
      captures: link(`${self}/captures`),
      documentation,
    },
  };
}
