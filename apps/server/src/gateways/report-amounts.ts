import { type Movement, UnreadableAmount } from "./provider.ts";

type Amounts = "amountMinor" | "feeMinor" | "netMinor";

/** The code of ISO 4217 for no currency. */
const noCurrency = "X".repeat(3);

/**
 * Adds the amounts to a movement. If they can't be read, the movement gets the kind "unreadable" and no amounts, so that
 * one entry doesn't end the reading of a report.
 */
export function withAmounts(
  facts: Omit<Movement, Amounts>,
  read: () => Pick<Movement, Amounts>,
): Movement {
  try {
    return { ...facts, ...read() };
  } catch (error) {
    if (!(error instanceof UnreadableAmount)) throw error;
    const currency = /^[A-Z]{3}$/.test(facts.currency) ? facts.currency : noCurrency;
    const nothing = { amountMinor: 0, feeMinor: null, netMinor: null, balanceCurrency: null };
    return { ...facts, ...nothing, kind: "unreadable", currency };
  }
}
