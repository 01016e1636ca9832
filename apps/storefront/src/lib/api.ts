import type { Client } from "@vetrina/client/types";

/**
 * The API for code that runs in the browser after hydration: its code is asked for with the first question, so that it is no
 * weight on a page. Loaders and actions take `clientContext` instead.
 */
export async function browserApi(): Promise<Client> {
  const { client } = await import("./browser-client.ts");
  return client;
}
