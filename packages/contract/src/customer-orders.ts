import { z } from "zod";
import { Id, Time } from "./common.ts";
import {
  PaymentEnv,
  PaymentMethod,
  PaymentProvider,
  PaymentStatus,
  TransactionStatus,
} from "./enumerations.ts";
import { Amount, Currency } from "./money.ts";
import { OrderWithItems } from "./orders.ts";
import { Shipment } from "./shipments.ts";

export const CustomerPayment = z
  .object({
    id: Id,
    provider: PaymentProvider.nullable(),
    method: PaymentMethod.nullable().meta({ description: "Of a payment that staff recorded." }),
    environment: PaymentEnv,
    status: PaymentStatus,
    amount: Amount,
    currency: Currency,
    reference: z.string().nullable(),
    note: z.string().nullable(),
    createdAt: Time,
  })
  .meta({ id: "CustomerPayment" });
export type CustomerPayment = z.infer<typeof CustomerPayment>;

export const CustomerRefund = z
  .object({
    id: Id,
    status: TransactionStatus,
    amount: Amount,
    refunded: Amount,
    currency: Currency,
    reason: z.string().nullable(),
    note: z.string().nullable(),
    createdAt: Time,
  })
  .meta({ id: "CustomerRefund" });
export type CustomerRefund = z.infer<typeof CustomerRefund>;

/** An order with all that is kept about it, in a customer's export. */
export const CustomerOrder = OrderWithItems.extend({
  payments: z.array(CustomerPayment),
  refunds: z.array(CustomerRefund),
  shipments: z.array(Shipment),
});
