import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { browserApi } from "../lib/api.ts";
import { patientDelayMs, pollPatiently } from "./poll.ts";

/**
 * Polls the payment of an unfinished order: with increasing pauses if `isPolling`, and whenever the page is shown or
 * focused again. Reloads the page's data when the status differs from `known`. Failed polls are ignored.
 */
export function useOrderWatch(orderId: string | null, known: string, isPolling: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (orderId === null) return undefined;
    let isOver = false;

    async function ask(id: string): Promise<boolean> {
      try {
        const { payments } = await browserApi();
        const { status, orderStatus } = await payments.getPaymentStatus({ id });
        if (!isOver && `${orderStatus} ${status}` !== known) await revalidate();
      } catch {}
      return isPolling;
    }
    const end = pollPatiently(() => ask(orderId), isPolling ? patientDelayMs(0) : null);
    return () => {
      isOver = true;
      end();
    };
  }, [orderId, known, isPolling, revalidate]);
}
