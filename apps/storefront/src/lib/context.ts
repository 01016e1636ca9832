import type { Client } from "@vetrina/client/types";
import type { Store } from "@vetrina/contract/stores";
import { createContext } from "react-router";
import type { Spoken } from "./language.ts";
import type { Menus } from "./store.ts";

/** What every loader and action can ask for: `context.get(clientContext)`. Set by server.ts for each request. */
export const clientContext = createContext<Client>();
/** The store the request's Host belongs to. */
export const storeContext = createContext<Store>();
/** The store's menus in the page's language. */
export const menusContext = createContext<Menus>();
/** The page's language and those it can be read in. */
export const languageContext = createContext<Spoken>();
/** What the page shows, for the page cache: `product:<id>`, `collection:<link>`. A change of it makes the page stale. */
export const tagsContext = createContext<Set<string>>();
/** Writes an error to the server's log, with the request's trace id. */
export const reportContext = createContext<(error: unknown) => void>();
