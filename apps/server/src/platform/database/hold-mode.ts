import type { PaymentEnv } from "@vetrina/contract/enumerations";
import type { Transaction } from "../context.ts";
import { sql } from "./sql.ts";
import { notFound } from "../errors.ts";

/** The store's current mode; it can't change until the transaction ends. */
export async function holdMode(tx: Transaction): Promise<PaymentEnv> {
  const row = await tx.row<{ mode: PaymentEnv | null }>(sql`select door.lock_store_mode() as mode`);
  if (row?.mode == null) throw notFound("store");
  return row.mode;
}
