import { sorvela } from "./stores/sorvela.ts";
import { tordo } from "./stores/tordo.ts";
import type { DemoStore } from "./store-types.ts";

/** The stores created in an empty database. Loopback names open the first one. */
export const demoStores: DemoStore[] = [sorvela, tordo];
