import { isApiError } from "@vetrina/client/api-error";
import { buttonClass } from "@vetrina/ui/button";
import { type MouseEvent, useState } from "react";
import { browserApi } from "../lib/api.ts";
import { useStore } from "../lib/store.ts";
import { saveFile } from "./save-file.ts";

/** A link that downloads the invoice. Before hydration, it is a plain link. Errors are shown next to it. */
export function InvoiceLink({ orderId }: { orderId: string }) {
  const { contact } = useStore();
  const [isBusy, setIsBusy] = useState(false);
  const [message, setError] = useState<string | null>(null);

  async function download(event: MouseEvent) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setError(null);
    try {
      const api = await browserApi();
      saveFile(await api.orders.getOrderInvoice({ id: orderId }));
    } catch (error) {
      setError(errorText(error, contact.email));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <>
      <a
        href={`/api/v1/orders/${orderId}/invoice`}
        download
        className={buttonClass({ variant: "secondary" })}
        aria-disabled={isBusy || undefined}
        onClick={(event) => void download(event)}
      >
        {isBusy ? "Preparing…" : "Download PDF Invoice"}
      </a>
      {message === null ? null : (
        <p role="alert" className="w-full text-pin">
          {message}
        </p>
      )}
    </>
  );
}

function errorText(error: unknown, email: string): string {
  if (isApiError(error, "ORDER_NOT_PAID") || isApiError(error, "RATE_LIMITED"))
    return error.message;
  if (isApiError(error) && error.statusCode < 500)
    return `This browser can no longer open the invoice. Email ${email} with your order number and we'll send it.`;
  return "The invoice couldn't be downloaded. Check your connection and try again.";
}
