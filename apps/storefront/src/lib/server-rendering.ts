import { createContext } from "react";

type ServerRendering = {
  /** Marks the inline scripts and styles of this rendering as the page's own, for the Content-Security-Policy. */
  nonce: string;
  /** The text of the script that every page contains. `noJs`: for a page without modules. */
  pageScript: (noJs: boolean) => string;
};

/** Values that only exist while the server renders a page; null in the browser, which doesn't need them. */
export const ServerRenderingContext = createContext<ServerRendering | null>(null);
