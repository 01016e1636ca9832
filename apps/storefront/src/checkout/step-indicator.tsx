import { classNames } from "@vetrina/ui/class-names";
import { Link, useSearchParams } from "react-router";
import { isReachable, type Step, stepLabels, stepPath, steps } from "./steps.ts";

/** Where the shopper is: steps that are open are links, the others say that they come later. */
export function StepIndicator({ current, furthest }: { current: Step; furthest: Step }) {
  const [query] = useSearchParams();
  return (
    <nav aria-label="Checkout steps">
      <ol className="flex border-b border-line">
        {steps.map((step, index) => (
          <li key={step} className="grow basis-0">
            <StepMark
              step={step}
              number={index + 1}
              isCurrent={step === current}
              path={isReachable(step, furthest) ? stepPath(step, query) : null}
            />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function StepMark({
  step,
  number,
  isCurrent,
  path,
}: {
  step: Step;
  number: number;
  isCurrent: boolean;
  /** null: not yet open. */
  path: string | null;
}) {
  const look = classNames(
    "flex min-h-target items-center gap-2 border-b-2 text-small",
    isCurrent ? "border-ink font-semibold" : "border-transparent",
    path === null ? "text-graphite" : isCurrent ? null : "hover:border-edge",
  );
  const text = (
    <>
      <span aria-hidden="true" className="tabular-nums">
        {number}
      </span>
      {stepLabels[step]}
    </>
  );
  return path === null ? (
    <span className={look}>
      {text}
      <span className="sr-only">, comes later</span>
    </span>
  ) : (
    <Link to={path} aria-current={isCurrent ? "step" : undefined} className={look}>
      {text}
    </Link>
  );
}
