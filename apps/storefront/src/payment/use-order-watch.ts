import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { browserApi } from "../lib/api.ts";
import { patientDelayMs } from "./poll.ts";

/**
 * Polls the payment of an unfinished order: with increasing pauses if `isPolling`, and whenever the page becomes
 * visible again. Reloads the page's data when the status differs from `known`. A failed poll is retried later.
 */
export function useOrderWatch(orderId: string | null, known: string, isPolling: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (orderId === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let polls = 0;
    let isOver = false;

    async function ask(id: string) {
      try {
        const { status, orderStatus } = await (
          await browserApi()
        ).payments.getPaymentStatus({ id });
        if (isOver || `${orderStatus} ${status}` === known) return;
        await revalidate();
      } catch {}
    }
    function schedule(id: string) {
      timer = setTimeout(() => {
        polls += 1;
        void ask(id).then(() => isOver || schedule(id));
      }, patientDelayMs(polls));
    }
    function look() {
      if (document.visibilityState === "visible" && orderId !== null) void ask(orderId);
    }
    if (isPolling) schedule(orderId);
    addEventListener("focus", look);
    addEventListener("pageshow", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener("focus", look);
      removeEventListener("pageshow", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [orderId, known, isPolling, revalidate]);
}
