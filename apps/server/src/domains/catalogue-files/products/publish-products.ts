import { auditAll } from "../../../platform/audit.ts";
import type { Context, Transaction } from "../../../platform/context.ts";
import { catalogueChanged } from "../../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../../platform/jobs/enqueue.ts";
import type { WritableProduct } from "./write-products.ts";

/** Writes audit entries for a step's created and changed products, and publishes the changes. */
export async function publishProducts(
  tx: Transaction,
  ctx: Context,
  products: readonly WritableProduct[],
  fileName: string,
): Promise<void> {
  const touched = products.filter(({ action }) => action !== "unchanged");
  await auditAll(
    tx,
    ctx,
    touched.map(({ action, id, link, fields, changes }) => {
      const made = action === "create";
      return {
        action: made ? "CREATE" : "UPDATE",
        entityType: "product",
        entityId: id,
        before: made ? undefined : Object.fromEntries(changes.map((c) => [c.field, c.from])),
        after: made
          ? { link, name: fields.name, import: fileName }
          : { ...Object.fromEntries(changes.map((c) => [c.field, c.to])), import: fileName },
      };
    }),
  );
  if (touched.length === 0) return;
  const tags = touched.map(({ id }) => `product:${id}`);
  await enqueue(tx, catalogueChanged, { tags: ["lists", ...tags] });
}
