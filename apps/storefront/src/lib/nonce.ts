import { createContext } from "react";

/** The nonce of this rendering's own inline scripts and styles (Content-Security-Policy); undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);
