import { useState } from "react";
import { useStore } from "../lib/store.ts";
import { useUnfinishedPayment } from "../payment/use-unfinished-payment.ts";
import { loadAttempt } from "./attempt.ts";

/**
 * Finishes a payment that was approved on this page before a reload. Loaded lazily (a default export), because few
 * visits need it.
 */
export default function UnfinishedExpress() {
  const { slug } = useStore();
  const [orderId] = useState(() => loadAttempt(slug)?.orderId ?? null);
  useUnfinishedPayment(orderId, false);
  return null;
}
