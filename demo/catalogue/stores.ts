import { sorvela } from "./stores/sorvela.ts";
import { tordo } from "./stores/tordo.ts";
import type { DemoStore } from "./store-types.ts";

/** The stores created in an empty database. The first one also answers at loopback names. */
export const demoStores: DemoStore[] = [sorvela, tordo];
