import type { orders } from "@vetrina/contract/orders";
import type { Routes } from "../../platform/http/routes.ts";
import { cancelOrder } from "./cancel-order.ts";
import { createOrder } from "./create-order.ts";
import { getOrderInvoice } from "./get-order-invoice.ts";
import { getOrder, getOrderThankYou, getOrderWithItems, listOrders } from "./get-order.ts";

export const ordersRoutes = {
  createOrder,
  listOrders,
  getOrder,
  getOrderWithItems,
  getOrderInvoice,
  getOrderThankYou,
  cancelOrder,
} satisfies Routes<typeof orders>;
