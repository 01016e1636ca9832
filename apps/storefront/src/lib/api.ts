import type { Client } from "@vetrina/client/types";
import { fetchCode } from "./when-needed.ts";

/**
 * The API for code that runs in the browser after hydration: its code is asked for with the first question, so that it is no
 * weight on a page. Loaders and actions take `clientContext` instead.
 */
export async function browserApi(): Promise<Client> {
  const { client } = await fetchCode(() => import("./browser-client.ts"));
  return client;
}
