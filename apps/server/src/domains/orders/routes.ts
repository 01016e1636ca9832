import type { orderChanges } from "@vetrina/contract/orders/order-changes";
import type { orderSelfService } from "@vetrina/contract/orders/order-self-service";
import type { orderManagement } from "@vetrina/contract/orders/order-management";
import type { orders } from "@vetrina/contract/orders/orders";
import type { Routes } from "../../platform/http/routes.ts";
import { updateOrderItems } from "./changes/update-order-items.ts";
import { cancelOrder } from "./cancel-order.ts";
import { changeItemSize } from "./self-service/change-item-size.ts";
import { changeShippingAddress } from "./self-service/change-shipping-address.ts";
import { countOrders } from "./management/count-orders.ts";
import { createOrderNote } from "./management/create-order-note.ts";
import { createOrder } from "./create-order.ts";
import { deleteOrder } from "./management/delete-order.ts";
import { exportOrders } from "./management/export-orders.ts";
import { getOrderThankYou } from "./get-order-thank-you.ts";
import { getOrderWithItems } from "./get-order-with-items.ts";
import { getOrder } from "./get-order.ts";
import { listItemSizes } from "./self-service/list-item-sizes.ts";
import { listOrderEvents } from "./management/list-order-events.ts";
import { listOrders } from "./management/list-orders.ts";
import { revokeOrderLinks } from "./management/revoke-order-links.ts";
import { openOrder } from "./open-order.ts";
import { restoreOrder } from "./management/restore-order.ts";
import { sendOrderMail } from "./management/send-order-mail.ts";
import { updateOrderAddresses } from "./changes/update-order-addresses.ts";
import { updateOrder } from "./management/update-order.ts";

export const ordersRoutes = {
  createOrder,
  listOrders,
  countOrders,
  exportOrders,
  getOrder,
  getOrderWithItems,
  getOrderThankYou,
  updateOrder,
  updateOrderAddresses,
  updateOrderItems,
  deleteOrder,
  restoreOrder,
  listOrderEvents,
  createOrderNote,
  sendOrderMail,
  openOrder,
  revokeOrderLinks,
  cancelOrder,
  changeShippingAddress,
  listItemSizes,
  changeItemSize,
} satisfies Routes<
  typeof orders & typeof orderManagement & typeof orderChanges & typeof orderSelfService
>;
