import type { orderSelfService } from "@vetrina/contract/orders/order-self-service";
import type { Handler } from "../../../platform/http/routes.ts";
import { readOrder } from "../../order-records/order-rows.ts";
import { readSizes, stateOfSize } from "./read-sizes.ts";

export const listItemSizes: Handler<typeof orderSelfService.listItemSizes> = (
  ctx,
  { id, itemId },
) =>
  ctx.tx(async (tx) => {
    await readOrder(tx, id);
    const read = await readSizes(tx, id, itemId);
    return {
      items: read.sizes.map((size) => {
        const isCurrent = size.variantId === read.item.variant_id;
        return {
          variantId: size.variantId,
          size: size.size,
          isCurrent,
          state: isCurrent ? ("AVAILABLE" as const) : stateOfSize(read, size),
        };
      }),
    };
  });
