import type { orderManagement } from "@vetrina/contract/orders/order-management";
import { audit } from "../../../platform/audit.ts";
import type { Handler } from "../../../platform/http/routes.ts";
import { orderKey } from "../../order-records/order-key.ts";
import { lockOrder, readLinkVersion } from "../../order-records/order-rows.ts";
import { replaceKey } from "../../order-records/order-states.ts";
import { recordEvent } from "../../order-records/record-event.ts";

/** For a mail that went to the wrong person. The buyer's own browser loses access too; a new mail opens the order again. */
export const revokeOrderLinks: Handler<typeof orderManagement.revokeOrderLinks> = (
  ctx,
  { id, body },
) =>
  ctx.tx(async (tx) => {
    await lockOrder(tx, id);
    const version = (await readLinkVersion(tx, id)) + 1;
    await replaceKey(tx, id, { version, hash: orderKey(ctx.services, id, version).hash });
    await recordEvent(tx, ctx, id, { kind: "link-revoked", text: body.reason });
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "order",
      entityId: id,
      after: { linksRevoked: true },
    });
  });
