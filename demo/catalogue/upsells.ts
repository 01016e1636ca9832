import type { StoreSlug } from "./types.ts";
import { sorvelaUpsells } from "./upsells/sorvela.ts";
import { type DemoUpsell, readUpsells } from "./upsells/table.ts";
import { tordoUpsells } from "./upsells/tordo.ts";

/** Upsells by store, in the order in which they are shown. */
export const upsells: Record<StoreSlug, DemoUpsell[]> = {
  sorvela: readUpsells(sorvelaUpsells),
  tordo: readUpsells(tordoUpsells),
};
