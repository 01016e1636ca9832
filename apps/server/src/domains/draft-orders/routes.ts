import type { draftOrders } from "@vetrina/contract/orders/draft-orders";
import type { Routes } from "../../platform/http/routes.ts";
import { convertDraftOrder } from "./convert-draft-order.ts";
import { createDraftOrderLink } from "./create-draft-order-link.ts";
import { createDraftOrder } from "./create-draft-order.ts";
import { deleteDraftOrder } from "./delete-draft-order.ts";
import { getDraftOrder } from "./get-draft-order.ts";
import { listDraftOrders } from "./list-draft-orders.ts";
import { openDraftOrder } from "./open-draft-order.ts";
import { revokeDraftOrderLinks } from "./revoke-draft-order-links.ts";
import { sendDraftOrder } from "./send-draft-order.ts";
import { updateDraftOrder } from "./update-draft-order.ts";

export const draftOrdersRoutes = {
  listDraftOrders,
  createDraftOrder,
  getDraftOrder,
  updateDraftOrder,
  deleteDraftOrder,
  sendDraftOrder,
  createDraftOrderLink,
  revokeDraftOrderLinks,
  convertDraftOrder,
  openDraftOrder,
} satisfies Routes<typeof draftOrders>;
