import type { reconciliation } from "@vetrina/contract/orders/reconciliation";
import type { Handler } from "../../platform/http/routes.ts";
import { presentDetails } from "./difference-rows.ts";

export const getDifference: Handler<typeof reconciliation.getDifference> = (ctx, { id }) =>
  ctx.tx((tx) => presentDetails(tx, id));
