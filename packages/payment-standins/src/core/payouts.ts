import type { Entry, Transaction } from "./store.ts";

/** How much an account can pay out in a currency: the sum of its entries. */
export function balanceOf(tx: Transaction, account: string, currency: string): number {
  return tx
    .entries()
    .filter((entry) => entry.account === account && entry.currency === currency)
    .reduce((sum, { netMinor }) => sum + netMinor, 0);
}

/** The account's entries in a currency since the last payout, oldest first. */
export function entriesToPayOut(tx: Transaction, account: string, currency: string): Entry[] {
  const own = tx
    .entries()
    .filter((entry) => entry.account === account && entry.currency === currency);
  const last = own.findLastIndex(({ kind }) => kind === "payout");
  return own.slice(last + 1);
}

export function enterPayout(
  tx: Transaction,
  payout: { account: string; id: string; currency: string; amountMinor: number },
): void {
  tx.enter({
    ...payout,
    kind: "payout",
    payment: "",
    feeMinor: 0,
    netMinor: -payout.amountMinor,
    reference: null,
  });
}
