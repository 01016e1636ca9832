import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import { buttonClass } from "@vetrina/ui/button";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { clockTime } from "../../lib/dates.ts";
import { useStore } from "../../lib/store.ts";
import { resumePath } from "../thank-you-path.ts";
import { isOpen } from "../unpaid-orders.ts";

type Props = {
  /** This browser's orders that are awaiting payment, newest last. */
  orders: readonly OrderWithItems[];
  /** Called when the shopper follows one of the links. */
  onFollow?: () => void;
};

/**
 * Says that the newest order is unpaid and how long its items are held, and links to the payment. An order is no longer
 * shown once its hold has ended. Loaded lazily (a default export).
 */
export default function WaitingNotice({ orders, onFollow }: Props) {
  const { locale } = useStore();
  const open = orders.filter(isOpen);
  const order = open.at(-1);
  useAgainAt(order?.expiresAt ?? null);
  if (order === undefined) return null;
  const { id, orderNumber, expiresAt } = order;
  const others = open.length - 1;
  return (
    <div className="grid justify-items-start gap-3 border border-line bg-tissue p-4">
      <output className="block">
        <strong className="font-medium">Order {orderNumber} isn't paid yet.</strong> Its items are
        held for you{expiresAt === null ? null : ` until ${clockTime(expiresAt, locale)}`}.
        {others > 0
          ? ` ${others} more of your orders ${others === 1 ? "is" : "are"} unpaid.`
          : null}
      </output>
      <div className="flex flex-wrap gap-3">
        <Link
          to={resumePath(id)}
          onClick={onFollow}
          className={buttonClass({ variant: "secondary" })}
        >
          Continue to payment
        </Link>
        <Link
          to={`/order?${new URLSearchParams({ id })}`}
          onClick={onFollow}
          className={buttonClass({ variant: "quiet" })}
        >
          See or cancel the order
        </Link>
      </div>
    </div>
  );
}

/** Renders the component again at the given time (ISO 8601). */
function useAgainAt(time: string | null): void {
  const [, setTimes] = useState(0);
  useEffect(() => {
    if (time === null) return undefined;
    const timer = setTimeout(() => setTimes((times) => times + 1), Date.parse(time) - Date.now());
    return () => clearTimeout(timer);
  }, [time]);
}
