import type { reconciliation } from "@vetrina/contract/orders/reconciliation";
import type { Routes } from "../../platform/http/routes.ts";
import { getDifference } from "./get-difference.ts";
import { listDifferences } from "./list-differences.ts";
import { listReconciledAccounts } from "./list-reconciled-accounts.ts";
import { runReconciliation } from "./run-reconciliation.ts";
import { settleDifference } from "./settle-difference.ts";

export const reconciliationRoutes = {
  listDifferences,
  listReconciledAccounts,
  runReconciliation,
  getDifference,
  settleDifference,
} satisfies Routes<typeof reconciliation>;
