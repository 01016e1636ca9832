/** The checkout's steps in order. The URL says which one is shown: ?step=shipping. */
export const steps = ["information", "shipping", "payment"] as const;
export type Step = (typeof steps)[number];

export const stepLabels: Readonly<Record<Step, string>> = {
  information: "Information",
  shipping: "Shipping",
  payment: "Payment",
};

/** The step named in a URL; the first one if it is missing or unknown. */
export function stepOf(value: string | null): Step {
  return steps.find((step) => step === value) ?? "information";
}

/** The last open step. A step opens when the previous ones are complete. */
export function furthestStep(valid: { information: boolean; shipping: boolean }): Step {
  if (!valid.information) return "information";
  return valid.shipping ? "payment" : "shipping";
}

/** Whether a step can be opened. */
export function isReachable(step: Step, furthest: Step): boolean {
  return steps.indexOf(step) <= steps.indexOf(furthest);
}

/** The step to show: the requested one, or the last open one. */
export function shownStep(requested: Step, furthest: Step): Step {
  return isReachable(requested, furthest) ? requested : furthest;
}

/** The URL of a step, with the other query parameters (buy=now, pay=other) of the current one. */
export function stepPath(step: Step, query: URLSearchParams): string {
  const next = new URLSearchParams(query);
  if (step === "information") next.delete("step");
  else next.set("step", step);
  const text = next.toString();
  return text ? `/checkout?${text}` : "/checkout";
}
