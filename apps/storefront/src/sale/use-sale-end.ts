import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { patiently } from "../lib/when-needed.ts";

/** Reloads the page's data at a sale's end (ISO 8601), so that prices on an open page change. null: no end. */
export function useSaleEnd(endsAt: string | null): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (endsAt === null) return undefined;
    const left = new AbortController();
    void patiently(() => import("./await-sale-end.ts")).then(({ awaitSaleEnd }) =>
      awaitSaleEnd(endsAt, () => void revalidate(), left.signal),
    );
    return () => left.abort();
  }, [endsAt, revalidate]);
}

/** The earliest of several ends; null if there is none. */
export function firstEnd(ends: readonly (string | null)[]): string | null {
  return ends.reduce(
    (first, end) => (first === null || (end !== null && end < first) ? end : first),
    null,
  );
}
