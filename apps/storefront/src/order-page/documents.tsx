import type { OrderDocument } from "@vetrina/contract/orders/order-documents";
import type { OrderDetails } from "@vetrina/contract/orders/orders";
import { type MouseEvent, useState } from "react";
import { browserApi } from "../lib/api.ts";
import { saveFile } from "../order/save-file.ts";
import { fill } from "./words/fill.ts";
import { usePageWords } from "./page-words.ts";

type Props = { order: OrderDetails; documents: readonly OrderDocument[] };

/** The order's invoice and credit notes as PDFs. Downloading the invoice issues it if necessary. */
export function Documents({ order, documents }: Props) {
  const { words } = usePageWords();
  if (order.paidAt === null) return null;
  const { id } = order;
  const hasInvoice = documents.some(({ kind }) => kind === "INVOICE");
  return (
    <section aria-labelledby="documents-title" className="print:hidden">
      <h2 id="documents-title" className="display mb-2 text-h3">
        {words.documents}
      </h2>
      <ul>
        {hasInvoice ? null : (
          <li>
            <Download
              path={`/api/v1/orders/${id}/invoice`}
              name={words.invoice}
              load={async () => (await browserApi()).orders.getOrderInvoice({ id })}
            />
          </li>
        )}
        {documents.map(({ id: documentId, kind, number }) => (
          <li key={documentId}>
            <Download
              path={`/api/v1/orders/${id}/documents/${documentId}`}
              name={fill(kind === "INVOICE" ? words.invoiceNumber : words.creditNote, { number })}
              load={async () => (await browserApi()).orders.getOrderDocument({ id, documentId })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

type DownloadProps = { path: string; name: string; load: () => Promise<File> };

/** Downloads a PDF. Before hydration, the plain link does that. Errors are shown next to the link. */
function Download({ path, name, load }: DownloadProps) {
  const { words } = usePageWords();
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");

  async function download(event: MouseEvent) {
    event.preventDefault();
    if (state === "busy") return;
    setState("busy");
    try {
      saveFile(await load());
      setState("idle");
    } catch {
      setState("failed");
    }
  }

  return (
    <>
      <a
        href={path}
        download
        aria-disabled={state === "busy" || undefined}
        className="text-link inline-flex min-h-target items-center"
        onClick={(event) => void download(event)}
      >
        {state === "busy" ? words.preparing : `${name} (PDF)`}
      </a>
      {state === "failed" ? (
        <p role="alert" className="text-small text-pin">
          {words.notSaved}
        </p>
      ) : null}
    </>
  );
}
