import type { EventHandler } from "./outbox-sweep.ts";

/** Clears this process's caches of stores; the tags are for the page caches of a later issue. */
export const catalogueChanged: EventHandler<"catalogue.changed"> = async ({ directory }) => {
  directory.forget();
};
