import type { Transport } from "./transport.ts";

type Listened = { addEventListener(type: string, listener: (event: Event) => void): void };

/** The members of XMLHttpRequest that this file uses. fetch can't report the progress of an upload. */
type Sending = Listened & {
  readonly status: number;
  readonly statusText: string;
  readonly response: unknown;
  responseType: string;
  readonly upload: Listened;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: Blob | null): void;
  abort(): void;
};

/**
 * A transport that reports how many bytes have been sent, and how many there are. If there is no XMLHttpRequest, it
 * uses fetch and reports nothing.
 */
export function transportWithProgress(onProgress: (sent: number, of: number) => void): Transport {
  return async (request) => {
    const { XMLHttpRequest } = globalThis as { XMLHttpRequest?: new () => Sending };
    if (XMLHttpRequest === undefined) return fetch(request);
    request.signal.throwIfAborted();
    const body = await request.blob();
    return new Promise((resolve, reject) => {
      const sending = new XMLHttpRequest();
      sending.open(request.method, request.url);
      sending.responseType = "blob";
      for (const [name, value] of request.headers) sending.setRequestHeader(name, value);
      sending.upload.addEventListener("progress", (event) => {
        const { loaded, total } = event as Event & { loaded: number; total: number };
        onProgress(loaded, total);
      });
      sending.addEventListener("load", () => resolve(responseOf(sending)));
      sending.addEventListener("error", () =>
        reject(new TypeError("The server did not respond. Check the connection and try again.")),
      );
      sending.addEventListener("abort", () => reject(request.signal.reason as Error));
      request.signal.addEventListener("abort", () => sending.abort(), { once: true });
      sending.send(body.size > 0 ? body : null);
    });
  };
}

function responseOf(sending: Sending): Response {
  const { status, statusText, response } = sending;
  const headers = new Headers();
  for (const line of sending.getAllResponseHeaders().split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const isEmpty = status === 204 || status === 304;
  return new Response(isEmpty ? null : (response as Blob), { status, statusText, headers });
}
