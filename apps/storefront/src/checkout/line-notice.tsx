import type { CartItem } from "@vetrina/commerce/cart";
import { useMoney } from "../lib/money.ts";
import { isBlocking, type LineProblem } from "./line-problems.ts";

type Props = {
  item: CartItem;
  problem: LineProblem;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
  onAcceptPrice: (price: number) => void;
};

/** Shows a change to a line since it was added, and the shopper's options. */
export default function LineNotice({ item, problem, onQuantity, onRemove, onAcceptPrice }: Props) {
  const money = useMoney();
  return (
    <div
      tabIndex={-1}
      data-line-notice={isBlocking(problem) ? "blocking" : "note"}
      className="mt-2 bg-white px-3 pt-2 text-amber"
    >
      <p className="font-medium">{textOf(problem, money)}</p>
      <p className="flex flex-wrap gap-x-4 text-ink">
        {problem.kind === "fewer" ? (
          <Action
            text={`Buy ${problem.available}`}
            about={item.name}
            onPress={() => onQuantity(problem.available)}
          />
        ) : null}
        {"to" in problem ? (
          <Action text="OK" about={item.name} onPress={() => onAcceptPrice(problem.to)} />
        ) : (
          <Action text="Remove" about={item.name} onPress={onRemove} />
        )}
      </p>
    </div>
  );
}

function Action({ text, about, onPress }: { text: string; about: string; onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="text-link min-h-target min-w-target shrink-0"
    >
      {text}
      <span className="sr-only"> {about}</span>
    </button>
  );
}

function textOf(problem: LineProblem, money: (major: number) => string): string {
  switch (problem.kind) {
    case "missing":
      return "This item is no longer available. Remove it to continue.";
    case "sold-out":
      return "This item is sold out. Remove it to continue.";
    case "fewer":
      return `Only ${problem.available} left.`;
    case "price":
      return `The price is now ${money(problem.to)}; it was ${money(problem.from)}.`;
    case "sale-ended":
      return `The sale has ended. The price is now ${money(problem.to)}; it was ${money(problem.from)}.`;
    default:
      return problem satisfies never;
  }
}
