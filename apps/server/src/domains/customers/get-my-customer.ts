import type { customers } from "@vetrina/contract/people/customers";
import { audit } from "../../platform/audit.ts";
import {
  callDoor,
  callTransaction,
  type Context,
  shareHolder,
  type Transaction,
} from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { presentCustomer, readCustomer } from "./customer-rows.ts";

/**
 * Returns the signed-in user as a customer of the store. The first call creates the customer, or links the account to a
 * guest's or deleted account's customer with the same email. Throws EMAIL_NOT_VERIFIED, because otherwise anyone could
 * register with a guest's email and read that guest's orders.
 */
export const getMyCustomer: Handler<typeof customers.getMyCustomer> = async (ctx) => {
  const { actor, services, store } = ctx;
  if (actor.kind !== "user") throw new ApiFailure("UNAUTHENTICATED", "Sign in first.");
  const enter = callDoor("enter_shopper", store.id);
  const holder = shareHolder({ kind: "anonymous" }, store);
  return callTransaction(services.database, holder, { storeId: store.id, enter }, async (tx) => {
    const mine = await tx.row<{ id: string; was: "known" | "adopted" | "made" }>(
      sql`select * from door.enter_account(${actor.userId}, ${newId()}, ${ctx.now()})`,
    );
    if (mine === undefined)
      throw new ApiFailure(
        "EMAIL_NOT_VERIFIED",
        "Confirm your email address first, with the link we sent you.",
      );
    if (mine.was !== "known") await auditAsCustomer(tx, ctx, actor, mine);
    return presentCustomer(ctx, await readCustomer(tx, mine.id));
  });
};

/** Names the customer as the actor in the audit log, because the store must not learn the account's id. */
async function auditAsCustomer(
  tx: Transaction,
  { traceId }: Pick<Context, "traceId">,
  { userId, sessionId }: { userId: string; sessionId: string },
  { id, was }: { id: string; was: string },
): Promise<void> {
  const actor = { kind: "customer", userId, sessionId, customerId: id, orderId: null } as const;
  await audit(
    tx,
    { actor, traceId },
    {
      action: was === "made" ? "CREATE" : "UPDATE",
      entityType: "customer",
      entityId: id,
      after: { account: true },
    },
  );
}
