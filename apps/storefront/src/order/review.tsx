import { addressLines } from "@vetrina/commerce/addresses/addresses";
import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useRootData } from "../lib/store.ts";
import { countryName } from "../lib/formats.ts";

/** A shipping or billing address of an order. */
export type ShownAddress = NonNullable<OrderWithItems["shippingAddress"]>;

/** A row of the review: a choice, and a link to change it. */
export function ReviewRow({
  title,
  changePath,
  children,
}: {
  title: string;
  /** The path of the page where the choice can be changed; null if it can't be changed. */
  changePath: string | null;
  children: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[6.5rem_1fr_auto] items-start gap-x-4 border-b border-line py-3">
      <dt className="text-small text-graphite">{title}</dt>
      <dd className="min-w-0 text-small">{children}</dd>
      {changePath ? (
        <dd>
          <Link
            to={changePath}
            className="text-link -my-2.5 flex min-h-target min-w-target shrink-0 items-center justify-end text-small"
          >
            Change<span className="sr-only"> {title.toLowerCase()}</span>
          </Link>
        </dd>
      ) : null}
    </div>
  );
}

/** Shows an address line by line, as on a parcel. */
export function AddressLines({ address }: { address: ShownAddress }) {
  const { language } = useRootData();
  const { country, phone } = address;
  const lines = addressLines(address, countryName(country, language));
  if (phone) lines.push(phone);
  return (
    <address className="not-italic">
      {lines.map((line) => (
        // Country names may differ between the server and the browser.
        <span key={line} className="block" suppressHydrationWarning>
          {line}
        </span>
      ))}
    </address>
  );
}
