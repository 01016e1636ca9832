import type { EventHandler } from "./outbox-sweep.ts";

/** Forgets what this process keeps of stores; the tags are for the caches of pages that come with a later issue. */
export const catalogueChanged: EventHandler<"catalogue.changed"> = async ({ directory }) => {
  directory.forget();
};
