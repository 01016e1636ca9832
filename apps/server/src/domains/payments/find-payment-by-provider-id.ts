import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import type { Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

export type FoundPayment = {
  storeId: string;
  paymentId: string;
  orderId: string;
  environment: PaymentEnv;
};

/**
 * Finds up to ten payments by the id that the provider gave the payment or its capture. There are several only if
 * stores share an account at the provider. A webhook can contain any id, so verify its signature with the store's
 * secret before use. `address`: the caller's IP address; null for the server's own work.
 */
export function findPaymentByProviderId(
  services: Services,
  provider: PaymentProvider,
  providerId: string,
  address: string | null = null,
): Promise<FoundPayment[]> {
  return services.database.lookups.app(address).rows<FoundPayment>(sql`
    select store_id as "storeId", payment_id as "paymentId", order_id as "orderId", environment
    from door.find_payments(${provider}, ${providerId})`);
}
