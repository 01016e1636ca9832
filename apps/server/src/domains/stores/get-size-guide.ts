import type { stores } from "@vetrina/contract/stores";
import type { Verb } from "../../platform/http/routes.ts";
import { readHelp } from "./queries.ts";

/** The size guide as a PDF, made anew at each call. */
export const getSizeGuide: Verb<typeof stores.getSizeGuide> = async (ctx) => {
  const help = await readHelp(ctx.catalogue, ctx.store.id);
  // Loaded with the first one: a server's start need not wait for it.
  const { drawSizeGuide } = await import("./draw-size-guide.ts");
  const bytes = await drawSizeGuide({ ...help, store: ctx.store, madeAt: ctx.now() });
  return { name: "Size-guide.pdf", bytes };
};
