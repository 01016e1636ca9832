import type { reconciliation } from "@vetrina/contract/orders/reconciliation";
import type { Handler } from "../../platform/http/routes.ts";
import { presentAccounts, readAccounts } from "./accounts.ts";

export const listReconciledAccounts: Handler<typeof reconciliation.listReconciledAccounts> = async (
  ctx,
) => ({
  items: await ctx.tx(async (tx) => presentAccounts(tx, await readAccounts(tx), ctx.now())),
});
