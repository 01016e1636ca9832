import { type ReactNode, useEffect, useRef } from "react";
import { LoadingOverlay } from "../payment/loading-overlay.tsx";
import { MessageArea } from "../payment/message-area.tsx";
import type { Payment } from "../payment/use-payment.ts";

/** A wallet's buttons, what happened to the payment, and what covers the page meanwhile. */
export function ExpressFrame({
  payment: { phase, message, isBusy },
  amounts,
  children,
}: {
  payment: Payment;
  /** What the order costs for the address chosen in the wallet. */
  amounts: ReactNode;
  children: ReactNode;
}) {
  const cover = useRef<HTMLDialogElement>(null);
  // In front of the cart's drawer too, with the rest of the page inert.
  useEffect(() => {
    if (isBusy) cover.current?.showModal();
    else cover.current?.close();
  }, [isBusy]);
  return (
    <div className={message ? "grid gap-2" : undefined}>
      {children}
      <MessageArea message={message} onAction={null} />
      {/* React's events of a dialog reach the drawer around it, which would close. */}
      <dialog
        ref={cover}
        aria-label="Payment"
        onClose={(event) => event.stopPropagation()}
        onCancel={(event) => {
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <LoadingOverlay phase={phase}>{amounts}</LoadingOverlay>
      </dialog>
    </div>
  );
}
