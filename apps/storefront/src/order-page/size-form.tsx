import { useQuery } from "@tanstack/react-query";
import type { ItemSize } from "@vetrina/contract/orders/order-self-service";
import type { OrderDetails, OrderItem } from "@vetrina/contract/orders/orders";
import { Button } from "@vetrina/ui/button";
import { RadioCell, radioCellsClass } from "@vetrina/ui/radio-cell";
import { Skeleton } from "@vetrina/ui/skeleton";
import { type FormEvent, useState } from "react";
import { browserApi } from "../lib/api.ts";
import { useStore } from "../lib/store.ts";
import type { ChangeWords } from "./words/en.ts";
import { fill } from "./words/fill.ts";
import type { FormProps } from "./form-props.ts";
import { failureOf, ifUnchanged } from "./failures.ts";

type Props = FormProps & { order: OrderDetails; item: OrderItem };

/**
 * The form to choose another size of an item. Only sizes in stock at the same price can be chosen; the others are shown
 * with the reason.
 */
export function SizeForm({ words, order, item, onDone, onStale }: Props) {
  const { contact } = useStore();
  const [chosen, setChosen] = useState(item.variantId);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const sizes = useQuery({
    queryKey: ["sizes", order.id, item.id, order.version],
    queryFn: async ({ signal }) =>
      (await browserApi()).orders.listItemSizes({ id: order.id, itemId: item.id }, { signal }),
    // Not cached, because stock can change at any time.
    gcTime: 0,
  });

  async function save(event: FormEvent) {
    event.preventDefault();
    if (chosen === item.variantId) return setFailure(words.chooseSize);
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      const { orders } = await browserApi();
      const change = { id: order.id, itemId: item.id, body: { variantId: chosen } };
      await orders.changeItemSize(change, ifUnchanged(order));
      onDone();
    } catch (error) {
      const refused = failureOf(error, words, { email: contact.email });
      setFailure(refused.text);
      if (refused.isStale) onStale();
      else void sizes.refetch();
    } finally {
      setBusy(false);
    }
  }

  if (sizes.data === undefined)
    return sizes.error === null ? (
      <div className="grid gap-3 p-gutter">
        <output className="sr-only">{words.loading}</output>
        <Skeleton className="h-12 w-full" />
      </div>
    ) : (
      <div role="alert" className="grid justify-items-start gap-4 p-gutter">
        <p>{words.errors.failed}</p>
        <Button variant="secondary" onClick={() => void sizes.refetch()}>
          {words.retry}
        </Button>
      </div>
    );
  const { items } = sizes.data;
  const reasonFor = (size: ItemSize) => reasonOf(size, item.quantity, words);
  if (!items.some((size) => !size.isCurrent)) return <p className="p-gutter">{words.noSizes}</p>;
  return (
    <form className="grid gap-4 p-gutter" noValidate onSubmit={(event) => void save(event)}>
      <p>{fill(words.sizeText, { name: item.name, n: item.quantity })}</p>
      <fieldset>
        <legend className="mb-2 text-small font-medium">{words.sizes}</legend>
        <div className={radioCellsClass}>
          {items.map((size) => (
            <RadioCell
              key={size.variantId}
              name="size"
              value={size.variantId}
              label={<Label size={size} reason={reasonFor(size)} />}
              unavailable={size.state !== "AVAILABLE"}
              disabled={size.state !== "AVAILABLE"}
              checked={chosen === size.variantId}
              onChange={() => {
                setChosen(size.variantId);
                setFailure(null);
              }}
            />
          ))}
        </div>
      </fieldset>
      <Reasons sizes={items} reasonFor={reasonFor} />
      <p role="alert" className="font-medium text-pin empty:hidden">
        {failure}
      </p>
      <Button type="submit" busy={isBusy} busyText={words.saving} className="justify-self-start">
        {words.saveSize}
      </Button>
    </form>
  );
}

/** Why a size can't be chosen; null if it can. A size may be in stock, but with fewer units than were ordered. */
function reasonOf(
  { isCurrent, state }: ItemSize,
  quantity: number,
  words: ChangeWords,
): string | null {
  if (isCurrent) return words.currentSize;
  if (state === "SOLD_OUT") return quantity > 1 ? words.notEnough : words.soldOut;
  if (state === "OTHER_PRICE") return words.otherPrice;
  return state === "IN_ORDER" ? words.inOrder : null;
}

function Label({ size, reason }: { size: ItemSize; reason: string | null }) {
  return (
    <>
      {size.size}
      {reason === null ? null : <span className="sr-only">, {reason}</span>}
    </>
  );
}

/**
 * Why sizes can't be chosen, one line per reason: "XS, L: sold out". Hidden from screen readers, which read the reason
 * with each size.
 */
function Reasons({
  sizes,
  reasonFor,
}: {
  sizes: readonly ItemSize[];
  reasonFor: (size: ItemSize) => string | null;
}) {
  const named = Map.groupBy(sizes, reasonFor);
  return (
    <div aria-hidden="true" className="text-small text-graphite empty:hidden">
      {[...named].map(([reason, all]) =>
        reason === null ? null : (
          <p key={reason}>
            {all.map(({ size }) => size).join(", ")}: {reason}
          </p>
        ),
      )}
    </div>
  );
}
