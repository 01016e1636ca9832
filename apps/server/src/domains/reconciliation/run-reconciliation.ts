import type { reconciliation } from "@vetrina/contract/orders/reconciliation";
import { audit } from "../../platform/audit.ts";
import { notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { presentAccounts, readAccounts } from "./accounts.ts";
import { enqueueRun } from "./enqueue-run.ts";

/** Enqueues a run for one account, or for all accounts. Throws NOT_FOUND for an unknown account. */
export const runReconciliation: Handler<typeof reconciliation.runReconciliation> = (
  ctx,
  { body: { providerId } },
) =>
  ctx.tx(async (tx) => {
    const accounts = await readAccounts(tx);
    const chosen = accounts.filter(({ id }) => providerId === undefined || id === providerId);
    if (providerId !== undefined && chosen.length === 0) throw notFound("payment provider");
    for (const { id } of chosen) await enqueueRun(tx, id);
    if (chosen.length > 0)
      await audit(tx, ctx, {
        action: "OTHER",
        entityType: "reconciliation",
        entityId: providerId ?? null,
        after: { requested: chosen.map(({ id }) => id) },
      });
    return { items: await presentAccounts(tx, chosen, ctx.now()) };
  });
