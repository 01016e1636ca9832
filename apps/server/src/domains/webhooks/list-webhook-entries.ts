import type { webhookLog } from "@vetrina/contract/stores/webhook-log";
import type { Handler } from "../../platform/http/routes.ts";
import { readEvents } from "./webhook-rows.ts";

export const listWebhookEntries: Handler<typeof webhookLog.listWebhookEntries> = async (
  ctx,
  { startDate, endDate, entityType, entityId, page, limit },
) => {
  const chosen = { startDate, endDate, entityType, entityId };
  const { items, total } = await ctx.tx((tx) =>
    readEvents(tx, chosen, { limit, offset: (page - 1) * limit }),
  );
  return { items, page, limit, total };
};
