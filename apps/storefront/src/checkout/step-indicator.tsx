import { classNames } from "@vetrina/ui/class-names";
import { Link, useSearchParams } from "react-router";
import { isReachable, type Step, stepLabels, stepPath, steps } from "./steps.ts";

/** Shows the current step. Open steps are links; the others are marked as done or as coming later. */
export function StepIndicator({
  current,
  furthest,
}: {
  current: Step;
  /** The last open step; null once the order is placed, because steps can't be reopened then. */
  furthest: Step | null;
}) {
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
              isDone={index < steps.indexOf(current)}
              path={furthest && isReachable(step, furthest) ? stepPath(step, query) : null}
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
  isDone,
  path,
}: {
  step: Step;
  number: number;
  isCurrent: boolean;
  isDone: boolean;
  /** The step's path; null if it isn't a link. */
  path: string | null;
}) {
  const look = classNames(
    "flex min-h-target items-center gap-2 border-b-2 text-small",
    isCurrent ? "border-ink font-semibold" : "border-transparent",
    path === null && !isCurrent ? "text-graphite" : null,
    path === null || isCurrent ? null : "hover:border-edge",
  );
  const text = (
    <>
      <span aria-hidden="true" className="digits">
        {number}
      </span>
      {stepLabels[step]}
    </>
  );
  return path === null ? (
    <span className={look} aria-current={isCurrent ? "step" : undefined}>
      {text}
      {isCurrent ? null : <span className="sr-only">{isDone ? ", done" : ", comes later"}</span>}
    </span>
  ) : (
    <Link to={path} aria-current={isCurrent ? "step" : undefined} className={look}>
      {text}
    </Link>
  );
}
