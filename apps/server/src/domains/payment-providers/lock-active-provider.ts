import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

/**
 * Whether shoppers can choose the provider now. Locks it, even if it is deactivated, so that it can't be deleted until
 * the transaction ends.
 */
export async function lockActiveProvider(
  tx: Transaction,
  provider: PaymentProvider,
  environment: PaymentEnv,
): Promise<boolean> {
  const row = await tx.row<{ active: boolean | null }>(
    sql`select door.lock_active_provider(${provider}, ${environment}) as active`,
  );
  return row?.active === true;
}
