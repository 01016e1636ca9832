import type { orderChanges } from "@vetrina/contract/orders/order-changes";
import type { Handler } from "../../../platform/http/routes.ts";
import { changeLines } from "./change-lines.ts";

export const updateOrderItems: Handler<typeof orderChanges.updateOrderItems> = (
  ctx,
  { id, body, preview = false },
) => changeLines(ctx, id, body, { isPreview: preview });
