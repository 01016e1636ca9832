import type { orderManagement } from "@vetrina/contract/orders/order-management";
import { audit } from "../../../platform/audit.ts";
import type { Handler } from "../../../platform/http/routes.ts";
import { endLinks } from "../../order-records/end-links.ts";
import { lockOrder } from "../../order-records/order-rows.ts";

/**
 * Revokes the order's links, for example after an email went to the wrong person. The buyer's browser also loses access
 * until the buyer opens the link in a new email.
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
