import type { ShippingStatus } from "@vetrina/contract/enumerations";
import type { OrderItem, OrderWithItems } from "@vetrina/contract/orders/orders";
import type { Shipment } from "@vetrina/contract/orders/shipments";
import { addressedPicture, Picture } from "../lib/pictures/picture.tsx";
import { ShopperTime } from "../lib/shopper-time.tsx";
import { counted, fill } from "./words/fill.ts";
import { usePageWords } from "./page-words.ts";
import type { ShownShipment } from "./read-order-page.ts";
import { useFirst } from "./use-first.ts";

/** A parcel without its contents, as returned when an order is looked up by number and email. */
export type ShownParcel = Pick<
  Shipment,
  "status" | "carrier" | "trackingNumber" | "trackingUrl" | "shippedAt" | "deliveredAt"
>;

type Props = {
  order: Pick<OrderWithItems, "pickup" | "items">;
  shipments: readonly ShownShipment[];
};

/** Maximum number of parcels in the HTML that the server sends, and maximum number of lines in each parcel. */
const maxInHtml = { parcels: 10, lines: 5 };

/** The parcels of an order, each with its number, its contents and, if it has one, the link for tracking. */
export function Parcels({ order, shipments }: Props) {
  const { words } = usePageWords();
  const { shown, more } = useFirst(shipments, maxInHtml.parcels);
  if (shipments.length === 0) return null;
  const items = new Map(order.items.map((item) => [item.id, item]));
  const isPickup = order.pickup !== null;
  return (
    <section aria-labelledby="parcels-title" className="min-w-0">
      <h2 id="parcels-title" className="display mb-4 text-h3">
        {isPickup ? words.pickup : words.parcels}
      </h2>
      <ul className="grid gap-4">
        {shown.map((one, index) => (
          <li key={one.id} className="min-w-0 border border-line p-4">
            <ParcelHead
              parcel={one}
              title={parcelTitle(words, { n: index + 1, all: shipments.length, isPickup })}
              isPickup={isPickup}
            />
            <Contents lines={one.lines} items={items} />
          </li>
        ))}
        {more === null ? null : <li>{more}</li>}
      </ul>
    </section>
  );
}

function Contents({
  lines,
  items,
}: Pick<ShownShipment, "lines"> & { items: ReadonlyMap<string, OrderItem> }) {
  const { words } = usePageWords();
  const { shown, more } = useFirst(lines, maxInHtml.lines);
  return (
    <ul aria-label={words.inside} className="mt-4 grid gap-3">
      {shown.map(({ orderItemId, quantity }) => {
        const item = items.get(orderItemId);
        return item === undefined ? null : (
          <li key={orderItemId} className="grid grid-cols-[3rem_1fr] gap-3 text-small">
            <div className="aspect-4/5 bg-tissue">
              <Picture
                image={addressedPicture(item.image)}
                sizes="3rem"
                className="size-full object-cover"
              />
            </div>
            <p className="min-w-0 wrap-anywhere">
              <span className="block font-medium">
                {quantity} × {item.name}
              </span>
              <span className="text-graphite">{item.variantName}</span>
            </p>
          </li>
        );
      })}
      {more === null ? null : <li className="text-small">{more}</li>}
    </ul>
  );
}

/** Parcels without their contents, for pages that may not show the contents. */
export function ParcelSummaries({
  parcels,
  isPickup,
}: {
  parcels: readonly (ShownParcel & { units: number })[];
  isPickup: boolean;
}) {
  const { words, language } = usePageWords();
  // The lookup returns no ids, so parcels are identified by number. They come oldest first, so a number doesn't change.
  const numbered = parcels.map((parcel, index) => ({ parcel, n: index + 1 }));
  return (
    <ul aria-label={isPickup ? words.pickup : words.parcels} className="my-6 grid gap-4">
      {numbered.map(({ parcel, n }) => (
        <li key={n} className="min-w-0 border border-line bg-paper p-4">
          <ParcelHead
            parcel={parcel}
            title={parcelTitle(words, { n, all: parcels.length, isPickup })}
            isPickup={isPickup}
          />
          <p className="mt-2 text-small text-graphite">
            {counted(words.units, parcel.units, language)}
          </p>
        </li>
      ))}
    </ul>
  );
}

function parcelTitle(
  words: ReturnType<typeof usePageWords>["words"],
  { n, all, isPickup }: { n: number; all: number; isPickup: boolean },
): string {
  if (all > 1) return fill(words.parcel, { n, all });
  return isPickup ? words.pickup : words.onlyParcel;
}

function ParcelHead({
  parcel,
  title,
  isPickup,
}: {
  parcel: ShownParcel;
  title: string;
  isPickup: boolean;
}) {
  const { words, language } = usePageWords();
  const { status, carrier, trackingNumber, trackingUrl } = parcel;
  const states: Record<ShippingStatus, string> = isPickup ? words.pickupState : words.parcelState;
  const at = status === "DELIVERED" ? parcel.deliveredAt : parcel.shippedAt;
  return (
    <>
      <h3 className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <span className="font-semibold">{title}</span>
        <span className={status === "DELIVERED" ? "text-moss" : ""}>{states[status]}</span>
      </h3>
      {at === null ? null : (
        <p className="text-small text-graphite">
          <ShopperTime at={at} locale={language} />
        </p>
      )}
      {trackingNumber === null ? null : (
        <p className="mt-2 text-small">
          <span className="block text-graphite">
            {words.trackingNumber}
            {carrier === null ? null : ` (${carrier})`}
          </span>
          <span className="wrap-anywhere digits">
            <bdi>{trackingNumber}</bdi>
          </span>
        </p>
      )}
      {trackingUrl === null ? null : (
        <a
          href={trackingUrl}
          target="_blank"
          rel="noopener noreferrer"
          className="text-link inline-flex min-h-target items-center text-small wrap-anywhere"
        >
          {carrier === null ? words.track : fill(words.trackAt, { carrier })}
        </a>
      )}
    </>
  );
}
