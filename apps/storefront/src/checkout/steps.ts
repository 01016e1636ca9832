/** The checkout's steps, in their order; the address says which one is shown: ?step=shipping. */
export const steps = ["information", "shipping", "payment"] as const;
export type Step = (typeof steps)[number];

/** What the steps are called. */
export const stepLabels: Readonly<Record<Step, string>> = {
  information: "Information",
  shipping: "Shipping",
  payment: "Payment",
};

/** The step an address asks for; without one, or with nonsense, the first. */
export function stepOf(value: string | null): Step {
  return steps.find((step) => step === value) ?? "information";
}

/** How far the shopper may go: a step opens when those before it hold what they ask for. */
export function furthestStep(valid: { information: boolean; shipping: boolean }): Step {
  if (!valid.information) return "information";
  return valid.shipping ? "payment" : "shipping";
}

/** Whether a step can be opened. */
export function isReachable(step: Step, furthest: Step): boolean {
  return steps.indexOf(step) <= steps.indexOf(furthest);
}

/** The step that is shown: the one asked for, or the last one that is open. */
export function shownStep(wanted: Step, furthest: Step): Step {
  return isReachable(wanted, furthest) ? wanted : furthest;
}

/** The address of a step; what else stands in the query (buy=now, pay=other) stays. */
export function stepPath(step: Step, query: URLSearchParams): string {
  const next = new URLSearchParams(query);
  if (step === "information") next.delete("step");
  else next.set("step", step);
  const text = next.toString();
  return text ? `/checkout?${text}` : "/checkout";
}
