import type { Client } from "@vetrina/client/types";
import { fetchCode } from "./when-needed.ts";

/**
 * The API client for code that runs in the browser after hydration. It is loaded with the first call, so that pages
 * stay small. Loaders and actions use `clientContext` instead.
 */
export async function browserApi(): Promise<Client> {
  const { client } = await fetchCode(() => import("./browser-client.ts"));
  return client;
}
