import { createContext } from "react";

type ServerRendering = {
  /** Marks this rendering's own inline scripts and styles for the Content-Security-Policy. */
  nonce: string;
  /** The text of the script that every page contains; with `noJs`, of a page without modules. */
  pageScript: (noJs: boolean) => string;
};

/** What only the server's rendering has; null in the browser, which needs neither. */
export const ServerRenderingContext = createContext<ServerRendering | null>(null);
