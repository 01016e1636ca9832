import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { patiently } from "../lib/when-needed.ts";

/**
 * Reloads the page's data at a sale's end (ISO 8601; null if none), so that an open page has the new prices. Returns
 * the end once it has passed. From then on, the page shows regular prices, however long the reload takes.
 */
export function useSaleEnd(endsAt: string | null): string | null {
  const { revalidate } = useRevalidator();
  const [passed, setPassed] = useState<string | null>(null);
  useEffect(() => {
    if (endsAt === null) return undefined;
    const left = new AbortController();
    void patiently(() => import("./await-sale-end.ts"), false).then(({ awaitSaleEnd }) =>
      awaitSaleEnd(
        endsAt,
        { ended: () => setPassed(endsAt), reload: () => void revalidate() },
        left.signal,
      ),
    );
    return () => left.abort();
  }, [endsAt, revalidate]);
  return passed;
}

/** The earliest end of several sales; null if there is none. */
export function firstEnd(ends: readonly (string | null)[]): string | null {
  return ends.reduce(
    (first, end) => (first === null || (end !== null && end < first) ? end : first),
    null,
  );
}
