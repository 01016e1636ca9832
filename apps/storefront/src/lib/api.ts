import { createClient } from "@vetrina/client/create-client";
import type { Client } from "@vetrina/client/types";

let client: Client | undefined;

/** The API for code that runs in the browser after hydration. Loaders and actions take `clientContext` instead. */
export function browserApi(): Client {
  client ??= createClient();
  return client;
}
