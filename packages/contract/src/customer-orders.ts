import { z } from "zod";
import { Id, Time } from "./common.ts";
import { PaymentEnv, PaymentProvider, PaymentStatus } from "./enumerations.ts";
import { Amount, Currency } from "./money.ts";
import { OrderWithItems } from "./orders.ts";
import { Shipment } from "./shipments.ts";

export const CustomerPayment = z
  .object({
    id: Id,
    provider: PaymentProvider,
    environment: PaymentEnv,
    status: PaymentStatus,
    amount: Amount,
    currency: Currency,
    createdAt: Time,
  })
  .meta({ id: "CustomerPayment" });
export type CustomerPayment = z.infer<typeof CustomerPayment>;

/** An order with all that is kept about it, in a customer's export. */
export const CustomerOrder = OrderWithItems.extend({
  payments: z.array(CustomerPayment),
  shipments: z.array(Shipment),
});
