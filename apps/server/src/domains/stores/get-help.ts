import type { StoreHelp } from "@vetrina/contract/stores/store-content";
import type { Context } from "../../platform/context.ts";
import { readHelp } from "./queries.ts";

/** Returns the text of the help pages. */
export function getHelp(ctx: Context): Promise<StoreHelp> {
  return readHelp(ctx.catalogue, ctx.store.id);
}
