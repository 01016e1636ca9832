import { type ReactNode, useEffect, useRef } from "react";
import { LoadingOverlay } from "../payment/loading-overlay.tsx";
import { MessageArea } from "../payment/message-area.tsx";
import type { Payment } from "../payment/use-payment.ts";

/** A wallet's buttons, messages about the payment, and an overlay that covers the page during a payment. */
export function ExpressFrame({
  payment: { phase, message, isBusy },
  amounts,
  children,
}: {
  payment: Payment;
  /** The order's amounts for the address chosen in the wallet. */
  amounts: ReactNode;
  children: ReactNode;
}) {
  const cover = useRef<HTMLDialogElement>(null);
  // A modal dialog also covers the cart's drawer, and makes the rest of the page inert.
  useEffect(() => {
    if (isBusy) cover.current?.showModal();
    else cover.current?.close();
  }, [isBusy]);
  return (
    <div className={message ? "grid gap-2" : undefined}>
      {children}
      <MessageArea message={message} onAction={null} />
      {/* In React, events of this dialog also bubble to the drawer that contains it and would close the drawer. */}
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
