import { sorvelaHelp } from "./help/sorvela.ts";
import { tordoHelp } from "./help/tordo.ts";
import type { DemoHelp } from "./store-types.ts";
import type { StoreSlug } from "./types.ts";

export const help: Record<StoreSlug, DemoHelp> = { sorvela: sorvelaHelp, tordo: tordoHelp };
