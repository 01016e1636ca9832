import { z } from "zod";
import { Id, Many, Text, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { PaymentEnv, ShippingStatus } from "../enumerations.ts";
import { LocationCode } from "../stock/inventory.ts";
import { parseUrl } from "../web-address.ts";

const StaffLocation = LocationCode.optional().meta({
  description:
    "The location from which the units are shipped. Returned only to callers with MANAGE_ORDERS.",
});

export const ShipmentLine = z
  .object({
    orderItemId: Id,
    name: z.string(),
    variantName: z.string(),
    sku: z.string().nullable(),
    image: z.string().nullable(),
    quantity: z.int(),
    location: StaffLocation,
  })
  .meta({ id: "ShipmentLine" });
export type ShipmentLine = z.infer<typeof ShipmentLine>;

/** A parcel of an order, or the items handed over at a pickup. */
export const Shipment = z
  .object({
    id: Id,
    storeId: Id,
    orderId: Id,
    status: ShippingStatus.meta({
      description:
        "PENDING: being packed. SHIPPED: on its way, or ready to be picked up. RETURNED: everything in it came back.",
    }),
    environment: PaymentEnv.meta({
      description:
        "TEST: a simulated shipment of a test order. Nothing is sent, and stock doesn't change.",
    }),
    carrier: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    trackingUrl: z.string().nullable().meta({
      description:
        "The tracking page: the one that staff entered, or else a known carrier's page for the tracking number.",
    }),
    lines: z.array(ShipmentLine),
    createdAt: Time,
    updatedAt: Time,
    shippedAt: Time.nullable(),
    deliveredAt: Time.nullable(),
    returnedAt: Time.nullable(),
    version: z.int().meta({ description: "Increases with each change. Send it as If-Match." }),
  })
  .meta({ id: "Shipment" });
export type Shipment = z.infer<typeof Shipment>;

/** A tracking number as labels print it: letters and digits, grouped by spaces or punctuation. */
const TrackingNumber = Text(60).regex(
  /^[\p{L}\p{N} ./_-]*$/u,
  "Use letters, digits, spaces, dots, hyphens and slashes.",
);

const TrackingUrl = z
  .string()
  .trim()
  .max(500)
  .refine(isSafePage, "Use a complete https:// address with a public domain name and no user name.")
  .meta({ description: "An https:// address. Not needed for known carriers." });

/** Whether a text is an https URL without credentials whose host is public. */
function isSafePage(text: string): boolean {
  const page = parseUrl(text);
  return (
    page?.protocol === "https:" &&
    page.username === "" &&
    page.password === "" &&
    /\.[a-z][a-z0-9-]*[a-z0-9]$/.test(page.hostname)
  );
}

const Carrier = Text(60).meta({
  description:
    "The carrier's name. The tracking link is generated from the number for DHL, DHL Paket, UPS, FedEx, USPS, DPD, DPD UK, GLS, Royal Mail, Evri, Poste Italiane, BRT, Correos, La Poste, Chronopost, PostNL, bpost, CTT, Swiss Post, Österreichische Post, Australia Post and Canada Post.",
});

const Units = z
  .array(z.strictObject({ orderItemId: Id, quantity: z.int().min(1).max(1_000_000) }))
  .min(1)
  .max(200)
  .refine(
    (items) => new Set(items.map(({ orderItemId }) => orderItemId)).size === items.length,
    "List each item only once.",
  );

const NewStatus = z.enum(["PENDING", "SHIPPED"]).default("SHIPPED").meta({
  description: "PENDING: still being packed. SHIPPED if absent.",
});
const Notify = z.boolean().default(true).meta({ description: "Whether the buyer gets an email." });

const parcel = {
  location: LocationCode.optional().meta({
    description:
      "The location that all units are shipped from. Units sold from another location are first moved to it in the ledger. If absent, each unit is shipped from the location it was sold from.",
  }),
  carrier: Carrier.optional(),
  trackingNumber: TrackingNumber.optional(),
  trackingUrl: TrackingUrl.optional(),
};

export const ShipmentInput = z.strictObject({
  items: Units.optional().meta({
    description: "The units to ship. If absent, all units that are left to ship.",
  }),
  ...parcel,
  status: NewStatus,
  notify: Notify,
});
export type ShipmentInput = z.infer<typeof ShipmentInput>;

export const ShipmentUpdate = z.strictObject({
  status: ShippingStatus.optional().meta({
    description:
      "PENDING can become SHIPPED; SHIPPED can become DELIVERED or RETURNED; DELIVERED can become RETURNED.",
  }),
  carrier: Carrier.nullable().optional(),
  trackingNumber: TrackingNumber.nullable().optional(),
  trackingUrl: TrackingUrl.nullable().optional(),
  restock: z.strictObject({ location: LocationCode, items: Units.optional() }).optional().meta({
    description:
      "With RETURNED: the units that can be sold again, and the location where they are now. Without `items`, these are all units of the shipment. Without `restock`, no units return to stock.",
  }),
  notify: Notify,
});
export type ShipmentUpdate = z.infer<typeof ShipmentUpdate>;

const ofOrder = { by: "resource", kind: "order", in: "params", field: "id" } as const;
const ofStore = { by: "store", in: "params", field: "storeId" } as const;
const ofShipment = { by: "resource", kind: "shipment", in: "params", field: "id" } as const;
const byId = z.object({ id: Id });
const storeParams = z.object({ storeId: z.string().max(253) });
const staff = { allow: ["MANAGE_ORDERS"] } as const;

export const shipments = {
  listShipments: endpoint({
    method: "GET",
    path: "/orders/{id}/shipments",
    summary: "Lists an order's shipments with their lines, oldest first.",
    access: { allow: ["MANAGE_ORDERS", "order-key", "customer"] },
    store: ofOrder,
    params: byId,
    response: z.object({ items: z.array(Shipment) }),
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  createShipment: endpoint({
    method: "POST",
    path: "/orders/{id}/shipments",
    summary: "Creates a shipment of all or part of a paid order.",
    access: staff,
    store: ofOrder,
    params: byId,
    example: { carrier: "UPS", trackingNumber: "1Z999AA10123456784" },
    body: ShipmentInput,
    response: Shipment,
    status: 201,
    errors: [
      ...(["NOT_FOUND", "ORDER_NOT_PAID", "INVALID_TRANSITION", "OUT_OF_STOCK"] as const),
      ...(["LIMIT_REACHED", "IDEMPOTENCY_KEY_REUSED"] as const),
    ],
    idempotent: true,
    personal: true,
  }),
  createShipments: endpoint({
    method: "POST",
    path: "/orders/store/{storeId}/shipments",
    summary:
      "Creates a shipment of everything left to ship for each of up to 100 orders. Returns a shipment or an error for each order; an error doesn't stop the other orders.",
    access: staff,
    store: ofStore,
    params: storeParams,
    body: z.strictObject({
      orders: z
        .array(z.strictObject({ orderId: Id, ...parcel }))
        .min(1)
        .max(100)
        .refine(
          (orders) => new Set(orders.map(({ orderId }) => orderId)).size === orders.length,
          "List each order only once.",
        ),
      status: NewStatus,
      notify: Notify,
    }),
    response: z.object({
      items: z.array(
        z.object({
          orderId: Id,
          shipment: Shipment.nullable().meta({ description: "null if no shipment was created." }),
          error: z.object({ code: z.string(), message: z.string() }).nullable().meta({
            description: "Why no shipment was created: the error that createShipment would return.",
          }),
        }),
      ),
    }),
    errors: ["NOT_FOUND", "IDEMPOTENCY_KEY_REUSED"],
    idempotent: true,
    personal: true,
  }),
  getShipment: endpoint({
    method: "GET",
    path: "/orders/shipments/{id}",
    summary: "Returns a shipment with its lines.",
    access: staff,
    store: ofShipment,
    params: byId,
    response: Shipment,
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  updateShipment: endpoint({
    method: "PUT",
    path: "/orders/shipments/{id}",
    summary:
      "Changes a shipment's carrier or tracking, or marks it as shipped, delivered or returned.",
    access: staff,
    store: ofShipment,
    params: byId,
    body: ShipmentUpdate,
    response: Shipment,
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "LIMIT_REACHED", "EDIT_CONFLICT"],
    personal: true,
  }),
  cancelShipment: endpoint({
    method: "DELETE",
    path: "/orders/shipments/{id}",
    summary: "Cancels a pending shipment. Its units can be shipped again.",
    access: staff,
    store: ofShipment,
    params: byId,
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "EDIT_CONFLICT"],
  }),
  getPackingSlip: endpoint({
    method: "GET",
    path: "/orders/shipments/{id}/packing-slip",
    summary: "Returns the packing slip of a shipment as a PDF.",
    access: { ...staff, limit: 60 },
    store: ofShipment,
    params: byId,
    file: "application/pdf",
    errors: ["NOT_FOUND", "RATE_LIMITED", "SERVER_BUSY"],
    personal: true,
  }),
  getPackingSlips: endpoint({
    method: "GET",
    path: "/orders/store/{storeId}/packing-slips",
    summary:
      "Returns the packing slips of up to 50 orders in one PDF. An order has a slip for each pending shipment, and one for the units that are in no shipment yet. Once everything has been shipped, it has a slip for each shipment. Orders are left out if they are unpaid or canceled, or if the buyer got all of the money back.",
    access: { ...staff, limit: 30 },
    store: ofStore,
    params: storeParams,
    query: z.object({
      orders: Many.pipe(z.array(Id).min(1).max(50)).optional().meta({
        description:
          "The orders' ids. If absent, the oldest orders that are not completely packed: at most 50, or fewer if they would have more than 1,000 lines in total.",
      }),
    }),
    file: "application/pdf",
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "LIMIT_REACHED", "RATE_LIMITED", "SERVER_BUSY"],
    personal: true,
  }),
};
