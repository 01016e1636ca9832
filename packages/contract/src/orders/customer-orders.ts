import { z } from "zod";
import { Id, Time } from "../common.ts";
import {
  PaymentEnv,
  PaymentMethod,
  PaymentProvider,
  PaymentStatus,
  TransactionStatus,
} from "../enumerations.ts";
import { Amount, Currency } from "../money.ts";
import { OrderDocument } from "./order-documents.ts";
import { OrderWithItems } from "./orders.ts";
import { Shipment } from "./shipments.ts";

export const CustomerPayment = z
  .object({
    id: Id,
    provider: PaymentProvider.nullable(),
    method: PaymentMethod.nullable().meta({
      description: "The method of a payment recorded by staff.",
    }),
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

export const CustomerOrderEvent = z
  .object({
    kind: z.string(),
    at: Time,
    text: z.string().nullable().meta({ description: "A note, or the reason for a change." }),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "CustomerOrderEvent" });
export type CustomerOrderEvent = z.infer<typeof CustomerOrderEvent>;

export const CustomerDocument = z
  .object({
    kind: OrderDocument.shape.kind,
    number: z.string(),
    issuedAt: Time,
    total: Amount,
    currency: Currency,
    addresses: z.array(z.string()).meta({
      description:
        "The addresses as printed on the document, with email and VAT ID. Each string is one address, with a line break between its lines.",
    }),
    note: z.string().nullable(),
  })
  .meta({ id: "CustomerDocument" });
export type CustomerDocument = z.infer<typeof CustomerDocument>;

/** An order with all data that is stored about it, for a customer's data export. */
export const CustomerOrder = OrderWithItems.extend({
  tags: z.array(z.string()),
  events: z.array(CustomerOrderEvent),
  documents: z.array(CustomerDocument),
  payments: z.array(CustomerPayment),
  refunds: z.array(CustomerRefund),
  shipments: z.array(Shipment),
});
