import { sorvela } from "./stores/sorvela.ts";
import { tordo } from "./stores/tordo.ts";
import type { DemoStore } from "./store-types.ts";

/** The stores of an empty database; the first is the one loopback names lead to. */
export const demoStores: DemoStore[] = [sorvela, tordo];
