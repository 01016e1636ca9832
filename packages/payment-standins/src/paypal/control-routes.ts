import { wrong } from "../core/control.ts";
import type { Answer, Call, Json, Route } from "../core/types.ts";
import { type Approval, approveOrder, openOrder } from "./approve-order.ts";
import { settleCapture } from "./capture-order.ts";
import { presentOrder } from "./present.ts";
import { chainOf } from "./signatures.ts";
import { captures } from "./tables.ts";

export const controlRoutes: readonly Route[] = [
  { method: "GET", pattern: "/_control/root.pem", handle: getRoot, open: true },
  { method: "POST", pattern: "/_control/orders/{id}/approve", handle: approve, open: true },
  { method: "POST", pattern: "/_control/captures/{id}", handle: changeCapture, open: true },
];

function getRoot({ tx }: Call): Answer {
  const headers = { "content-type": "application/x-pem-file" };
  return { status: 200, text: chainOf(tx)?.root ?? "", headers };
}

/**
 * Approves an order on behalf of the buyer. If `declines`, captures are declined until the order is approved again. If
 * `pending`, its capture stays pending until the capture is settled.
 */
function approve({ tx, params, body, origin }: Call): Answer {
  const order = openOrder(tx, params["id"] ?? "");
  const { declines, pending, ...rest } = body as Json & Omit<Approval, "instrument">;
  const open = pending === true ? "pending" : "accepted";
  const instrument = declines === true ? "declined" : open;
  const approved = approveOrder(tx, order, { ...rest, instrument }, origin);
  return { status: 200, body: presentOrder(tx, approved, origin) };
}

/**
 * Changes a capture. `nextRefund` sets the status that the capture's next refund will have. Otherwise, `status`
 * completes or declines the capture if it is pending.
 */
function changeCapture({ tx, params, body, origin }: Call): Answer {
  const id = params["id"] ?? "";
  const capture = tx.get(captures, id);
  if (capture === undefined) throw wrong(`There is no capture ${id}.`, 404);
  const { status, nextRefund } = body;
  if (nextRefund === "PENDING" || nextRefund === "COMPLETED")
    tx.put(captures, { ...capture, nextRefund });
  else if (capture.status === "PENDING") settleCapture(tx, capture, status === "completed", origin);
  return { status: 204 };
}
