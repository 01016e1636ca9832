import { createClient } from "@vetrina/client/create-client";

/** The tab's one client; `browserApi()` loads it. */
export const client = createClient({ language: document.documentElement.dataset["language"] });
