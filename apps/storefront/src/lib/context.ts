import type { Client } from "@vetrina/client/types";
import type { PageSources } from "@vetrina/contract/rendering";
import type { Store } from "@vetrina/contract/stores/stores";
import { createContext } from "react-router";
import type { Spoken } from "./language.ts";
import type { Menus } from "./store.ts";

/**
 * The API client. Every loader and action can read this and the following contexts, as in `context.get(clientContext)`.
 * server.ts sets them for each request.
 */
export const clientContext = createContext<Client>();
/** The store whose page is requested. */
export const storeContext = createContext<Store>();
/** The store's menus in the page's language. */
export const menusContext = createContext<Menus>();
/** The page's language, and the languages that the store is available in. */
export const languageContext = createContext<Spoken>();
/**
 * Tags of the data that the page shows, for the page cache, such as `product:<id>` and `collection:<link>`. A change
 * to tagged data makes the page stale.
 */
export const tagsContext = createContext<Set<string>>();
/** The sources from which the page may load the scripts, frames and data of the store's payment providers. */
export const sourcesContext = createContext<PageSources>();
/** Writes an error to the server's log, with the request's trace id. */
export const reportContext = createContext<(error: unknown) => void>();
