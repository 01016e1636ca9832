import type { OrderDetails } from "@vetrina/contract/orders/orders";
import { OpenChange } from "./open-change.tsx";
import { usePageWords } from "./page-words.ts";

type Props = { order: OrderDetails; onChanged: () => void };

/** The changes that the buyer can make until packing starts. An item's size is changed in the list of items. */
export function Changes({ order, onChanged }: Props) {
  const { words } = usePageWords();
  const { changes, shippingAddress } = order;
  if (!changes.address && !changes.cancel) return null;
  return (
    <section aria-labelledby="change-title" className="min-w-0 print:hidden">
      <h2 id="change-title" className="display mb-4 text-h3">
        {words.change}
      </h2>
      {/* Neither text applies while a change to a paid order is awaiting payment. */}
      {changes.address || order.paidAt === null ? (
        <p className="mb-4 max-w-measure">
          {changes.address ? words.changeText : words.cancelOnly}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {changes.address && shippingAddress !== null ? (
          <OpenChange
            change={{ kind: "address", order, address: shippingAddress }}
            label={words.changeAddress}
            onChanged={onChanged}
          />
        ) : null}
        {changes.cancel ? (
          <OpenChange
            change={{ kind: "cancel", order }}
            label={words.cancelOrder}
            onChanged={onChanged}
          />
        ) : null}
      </div>
    </section>
  );
}
