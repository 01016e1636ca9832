import type { orderManagement } from "@vetrina/contract/orders/order-management";
import { audit } from "../../../platform/audit.ts";
import type { Handler } from "../../../platform/http/routes.ts";
import { endLinks } from "../../order-records/end-links.ts";
import { lockOrder } from "../../order-records/order-rows.ts";

/**
 * Revokes the order's links, for example after an email went to the wrong person. The key in the buyer's browser also
 * stops working. The link in a new email restores access.
 */
export const revokeOrderLinks: Handler<typeof orderManagement.revokeOrderLinks> = (
  ctx,
  { id, body },
) =>
  ctx.tx(async (tx) => {
    await lockOrder(tx, id);
    await endLinks(tx, ctx, id, body.reason);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "order",
      entityId: id,
      after: { linksRevoked: true },
    });
  });
