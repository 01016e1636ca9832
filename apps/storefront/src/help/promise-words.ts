import type { Store } from "@vetrina/contract/stores/stores";
import { counted } from "./counted.ts";

/** The store's promises about returns, refunds and damaged items, one sentence for each that it makes. */
export function promiseWords({
  returnDays,
  promises: { refundDays, damageReportHours },
}: Pick<Store, "returnDays" | "promises">): string {
  return [
    returnDays === 0 ? "" : `You have ${counted(returnDays, "day")} from delivery.`,
    refundDays === null ? "" : `Refunds take ${rangeWords(refundDays)}.`,
    damageReportHours === null
      ? ""
      : `Tell us about damage within ${counted(damageReportHours, "hour")}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** "2-year limited warranty against manufacturing defects."; empty if there is no warranty. */
export function warrantyWords({ warrantyYears }: Store["promises"]): string {
  return warrantyYears === null
    ? ""
    : `${warrantyYears}-year limited warranty against manufacturing defects.`;
}

function rangeWords({ min, max }: { min: number; max: number }): string {
  return min === max ? counted(max, "business day") : `${min}-${max} business days`;
}
