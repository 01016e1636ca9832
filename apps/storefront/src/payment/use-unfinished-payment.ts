import { useEffect } from "react";
import { useNavigate } from "react-router";
import { useStore } from "../lib/store.ts";
import { returnPath } from "./return-path.ts";
import { paymentUnderWay } from "./under-way.ts";

/**
 * If the order's payment was approved but not finished, for example before a reload, opens the page that finishes it.
 */
export function useUnfinishedPayment(orderId: string | null, isPaying: boolean): void {
  const { slug } = useStore();
  const navigate = useNavigate();
  useEffect(() => {
    if (orderId === null || isPaying || !paymentUnderWay(slug, orderId)?.isApproved) return;
    void navigate(returnPath(orderId), { replace: true });
  }, [slug, orderId, isPaying, navigate]);
}
