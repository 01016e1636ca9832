import type { orderChanges } from "@vetrina/contract/orders/order-changes";
import type { Handler } from "../../../platform/http/routes.ts";
import { countCopiedLines } from "../../order-records/count-copied-lines.ts";
import { changeLines } from "./change-lines.ts";

export const updateOrderItems: Handler<typeof orderChanges.updateOrderItems> = async (
  ctx,
  { id, body, preview = false },
) => {
  const added = body.items.flatMap(({ variantId }) => variantId ?? []);
  if (!preview) await countCopiedLines(ctx, added);
  return changeLines(ctx, id, body, { isPreview: preview });
};
