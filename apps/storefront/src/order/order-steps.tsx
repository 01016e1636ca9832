import type { OrderWithItems } from "@vetrina/contract/orders";
import { classNames } from "@vetrina/ui/class-names";
import { statusLabels, stepsDone, trackingSteps } from "./order-state.ts";

/** How far an order is on its way to the buyer; its status if it ended before. */
export function OrderSteps({ order }: { order: Pick<OrderWithItems, "status"> }) {
  const done = stepsDone(order.status);
  if (done === null)
    return <p className="my-6 text-lead font-semibold text-pin">{statusLabels[order.status]}</p>;
  return (
    <ol aria-label="Steps of your order" className="my-6 grid grid-cols-4 gap-1">
      {trackingSteps.map((step, index) => (
        <li
          key={step}
          aria-current={index + 1 === done ? "step" : undefined}
          className={classNames(
            "border-t-4 pt-2 text-small",
            index < done ? "border-ink font-semibold" : "border-edge/40 text-graphite",
          )}
        >
          {step}
          <span className="sr-only">{index < done ? ", done" : ", not yet"}</span>
        </li>
      ))}
    </ol>
  );
}
