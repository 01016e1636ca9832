import { mailLocale } from "../../platform/mail/languages.ts";
import { paperOf } from "../../platform/pdf/paper.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import { mainLocation } from "../inventory/levels.ts";
import { postalLines } from "../order-records/order-confirmation.ts";
import type { ListedOrder, OrderItemRow } from "../order-records/present-order.ts";
import type { ShipmentRow } from "./shipment-rows.ts";
import { unitsToSend } from "./shippable.ts";
import { type SlipTexts, slipTexts } from "./slip-texts.ts";

export type SlipStore = Pick<StoreRef, "locale" | "timeZone" | "country"> & {
  name: string;
  contact: { email: string; address: readonly string[] };
};

/** An order with its items and shipments. */
export type PackedOrder = {
  order: ListedOrder;
  items: readonly OrderItemRow[];
  /** All of the order's shipments, oldest first. */
  shipments: readonly ShipmentRow[];
};

/** Every text and number of packing slips, formatted. */
export type SlipsContent = {
  /** The language of the file's title and metadata (BCP 47). Each slip has its own language. */
  language: string;
  paper: "A4" | "LETTER";
  title: string;
  store: { name: string; lines: string[] };
  slips: Slip[];
};
/** One slip, which begins on a new page. */
export type Slip = {
  /** The language of the order and its slip (BCP 47). */
  language: string;
  title: string;
  number: string;
  /** The notice that the order must not be sent; null for a real order. */
  mark: string | null;
  facts: { label: string; value: string }[];
  address: { label: string; lines: string[] } | null;
  head: { item: string; quantity: string; location: string };
  items: { name: string; detail: string; quantity: string; location: string }[];
  note: { label: string; text: string } | null;
};

type Line = { item: OrderItemRow; quantity: number; location: string };
type Parcel = { shipment: ShipmentRow | null; lines: Line[] };

/** The words and formats of an order's language. Created once per language, because creating a format is slow. */
type Wording = {
  language: string;
  t: SlipTexts;
  count: Intl.NumberFormat;
  day: Intl.DateTimeFormat;
};

/** Returns the slip of one shipment. */
export function slipOfShipment(
  packed: PackedOrder,
  shipment: ShipmentRow,
  store: SlipStore,
): SlipsContent {
  const parcel = parcelOf(itemsById(packed), shipment);
  return contentOf([slipOf(packed, parcel, wordingIn(store, packed.order.language))], store);
}

/**
 * Returns a slip for each pending shipment of the orders, and one for an order's units that are in no shipment. If all
 * of an order's units have left, returns the slips of all its shipments.
 */
export function slipsOfOrders(orders: readonly PackedOrder[], store: SlipStore): SlipsContent {
  const wordings = new Map<string | null, Wording>();
  const slips = orders.flatMap((packed) => {
    const { language } = packed.order;
    const wording = wordings.getOrInsertComputed(language, () => wordingIn(store, language));
    return parcelsOf(packed).map((parcel) => slipOf(packed, parcel, wording));
  });
  return contentOf(slips, store);
}

function contentOf(slips: Slip[], store: SlipStore): SlipsContent {
  const languages = new Set(slips.map((slip) => slip.language));
  const [only = ""] = languages;
  // If the slips are in several languages, the file's title is in the store's language.
  const language = languages.size === 1 ? only : mailLocale(store.locale, null);
  const { title } = slipTexts(language);
  const numbers = new Set(slips.map(({ number }) => number));
  return {
    language,
    paper: paperOf(store.country),
    title: numbers.size === 1 ? `${title} ${[...numbers].join("")}` : title,
    store: { name: store.name, lines: [...store.contact.address, store.contact.email] },
    slips,
  };
}

function parcelsOf(packed: PackedOrder): Parcel[] {
  const { items, shipments } = packed;
  const byId = itemsById(packed);
  const left = items
    .map((item) => ({ item, quantity: unitsToSend(packed.order, item), location: "" }))
    .filter(({ quantity }) => quantity > 0);
  const open = shipments
    .filter(({ status }) => status === "PENDING")
    .map((shipment) => parcelOf(byId, shipment));
  if (left.length > 0) open.push({ shipment: null, lines: left });
  return open.length > 0 ? open : shipments.map((shipment) => parcelOf(byId, shipment));
}

function itemsById({ items }: PackedOrder): ReadonlyMap<string, OrderItemRow> {
  return new Map(items.map((item) => [item.id, item]));
}

function parcelOf(items: ReadonlyMap<string, OrderItemRow>, shipment: ShipmentRow): Parcel {
  const lines = shipment.lines.flatMap(({ orderItemId, quantity, location }) => {
    const item = items.get(orderItemId);
    return item === undefined ? [] : [{ item, quantity, location }];
  });
  return { shipment, lines };
}

function wordingIn({ locale, timeZone }: SlipStore, ofOrder: string | null): Wording {
  const language = mailLocale(locale, ofOrder);
  return {
    language,
    t: slipTexts(language),
    count: new Intl.NumberFormat(language),
    day: new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone }),
  };
}

function slipOf(packed: PackedOrder, { shipment, lines }: Parcel, wording: Wording): Slip {
  const { order, shipments } = packed;
  const { language, t, count, day } = wording;
  // Locations are shown only if one other than the main location is used.
  const namesLocation = lines.some(({ location }) => location !== mainLocation && location !== "");
  const at = shipment === null ? shipments.length : shipments.indexOf(shipment);
  const several = shipments.length > 1 || (shipment === null && shipments.length > 0);
  return {
    language,
    title: t.title,
    number: order.order_number,
    mark: order.payment_environment === "TEST" ? t.testOrder : null,
    facts: [
      { label: t.orderNumber, value: order.order_number },
      { label: t.orderDate, value: day.format(order.created_at) },
      ...methodOf(order, shipment, t),
      ...(several ? [{ label: t.shipment, value: count.format(at + 1) }] : []),
    ],
    address: addressOf(order, language, t),
    head: { item: t.item, quantity: t.quantity, location: namesLocation ? t.location : "" },
    items: lines.map(({ item, quantity, location }) => ({
      name: item.name,
      detail: [item.variant_name, item.sku === null ? null : `SKU ${item.sku}`]
        .filter(Boolean)
        .join(" · "),
      quantity: count.format(quantity),
      location: namesLocation ? location : "",
    })),
    note: order.note === null ? null : { label: t.note, text: order.note },
  };
}

function methodOf(order: ListedOrder, shipment: ShipmentRow | null, t: SlipTexts): Slip["facts"] {
  const method = shipment?.carrier ?? order.shipping_method;
  const number = shipment?.trackingNumber ?? null;
  return [
    ...(method === null ? [] : [{ label: t.shippingMethod, value: method }]),
    ...(number === null ? [] : [{ label: t.trackingNumber, value: number }]),
  ];
}

function addressOf(order: ListedOrder, language: string, t: SlipTexts): Slip["address"] {
  const { pickup, shipping_address: address } = order;
  if (pickup !== null)
    return { label: t.pickup, lines: [pickup.locationName, pickup.address].filter(Boolean) };
  if (address === null) return null;
  const lines = postalLines(address, language);
  return { label: t.shipTo, lines: address.phone ? [...lines, address.phone] : lines };
}
