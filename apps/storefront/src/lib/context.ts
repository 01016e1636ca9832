import type { Client } from "@vetrina/client/types";
import type { PageSources } from "@vetrina/contract/rendering";
import type { Store } from "@vetrina/contract/stores/stores";
import { createContext } from "react-router";
import type { Spoken } from "./language.ts";
import type { Menus } from "./store.ts";

/** What every loader and action can read: `context.get(clientContext)`. Set by server.ts for each request. */
export const clientContext = createContext<Client>();
/** The store of the request's Host. */
export const storeContext = createContext<Store>();
/** The store's menus in the page's language. */
export const menusContext = createContext<Menus>();
/** The page's language and the available ones. */
export const languageContext = createContext<Spoken>();
/**
 * Tags of what the page shows, for the page cache: `product:<id>`, `collection:<link>`. A change to one of these makes
 * the page stale.
 */
export const tagsContext = createContext<Set<string>>();
/** What the page may load from the store's payment providers. */
export const sourcesContext = createContext<PageSources>();
/** Writes an error to the server's log, with the request's trace id. */
export const reportContext = createContext<(error: unknown) => void>();
