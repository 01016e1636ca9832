import { createContext } from "react";

type ServerRendering = {
  /** Marks the page's own inline scripts and styles. The Content-Security-Policy blocks all others. */
  nonce: string;
  /** Returns the source of the inline script in each page. If `noJs` is true, the page loads no modules. */
  pageScript: (noJs: boolean) => string;
};

/** Values that only exist while the server renders a page; null in the browser, which doesn't need them. */
export const ServerRenderingContext = createContext<ServerRendering | null>(null);
