import type { Export, exports as calls } from "@vetrina/contract/catalogue/exports";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import type { Input } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { exportToWire, readJob } from "./job-rows.ts";
import { openJob } from "./open-job.ts";

const endings: Record<Export["kind"], string> = {
  PRODUCT_CSV: "products.csv",
  INVENTORY_CSV: "inventory.csv",
  JSON_LINES: "catalogue.jsonl",
};

export async function createExport(
  ctx: Context,
  { body: { kind } }: Input<typeof calls.createExport>,
): Promise<Export> {
  const id = newId();
  const day = ctx.now().toISOString().slice(0, 10);
  const fileName = `${ctx.store.slug}-${day}-${endings[kind]}`;
  return ctx.tx(async (tx) => {
    await openJob(tx, ctx, { id, direction: "OUT", kind, fileName });
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "export",
      entityId: id,
      after: { kind, fileName },
    });
    return exportToWire(await readJob(tx, id, "OUT"));
  });
}
