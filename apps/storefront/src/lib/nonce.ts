import { createContext } from "react";

/** Marks this rendering's own inline scripts and styles for the Content-Security-Policy; absent in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);
