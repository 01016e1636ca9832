import type { OrderStep } from "@vetrina/commerce/orders/order-steps";
import { classNames } from "@vetrina/ui/class-names";
import { ShopperTime } from "../lib/shopper-time.tsx";
import { usePageWords } from "./page-words.ts";

const looks = {
  done: "border-ink font-semibold",
  partial: "border-ink border-dashed font-semibold",
  next: "border-line text-graphite",
};

/** The progress of an order as its buyer sees it: a column on a phone, a row on wide screens. */
export function Steps({ steps }: { steps: readonly OrderStep[] }) {
  const { words, language } = usePageWords();
  const current = steps.findLastIndex(({ state }) => state !== "next");
  return (
    <ol
      aria-label={words.steps}
      className="mt-6 grid gap-1 lg:auto-cols-fr lg:grid-flow-col lg:gap-2"
    >
      {steps.map(({ name, state, at }, index) => (
        <li
          key={name}
          aria-current={index === current ? "step" : undefined}
          className={classNames(
            "min-w-0 border-s-4 py-1 ps-3 text-small lg:border-s-0 lg:border-t-4 lg:ps-0 lg:pt-2",
            looks[state],
          )}
        >
          {words.step[name]}
          <span className={state === "partial" ? "font-normal" : "sr-only"}>
            , {words.stepState[state]}
          </span>
          {at === null ? null : (
            <span className="block font-normal text-graphite">
              <ShopperTime at={at} locale={language} />
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
