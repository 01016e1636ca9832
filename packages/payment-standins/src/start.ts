import { type Control, connect } from "./control-client.ts";
import { serve } from "./core/server.ts";
import type { Entry } from "./core/store.ts";
import type { Provider, ProviderName } from "./core/types.ts";
import { createMollie } from "./mollie/provider.ts";
import { createPayPal } from "./paypal/provider.ts";
import { createStripe } from "./stripe/provider.ts";

export type StartOptions = {
  /** 0, which is the default, selects a free port. */
  port?: number;
  /** The file of the ledger. Without a file, the data is lost when the process ends. */
  dataFile?: string;
  now?: () => Date;
};

/** A running stand-in, in this process or a separate one. */
export type RunningStandin = {
  origin: string;
  control: Control;
  stop(): Promise<void>;
};

export type Standin = RunningStandin & { ledger(): readonly Entry[] };

const providers: Record<ProviderName, () => Provider> = {
  paypal: createPayPal,
  stripe: createStripe,
  mollie: createMollie,
};

/** Starts a provider's stand-in in this process. */
export async function start(name: ProviderName, options: StartOptions = {}): Promise<Standin> {
  const { port = 0, dataFile = null, now = () => new Date() } = options;
  const server = await serve(providers[name](), { port, dataFile, now });
  return { ...server, control: connect(server.origin) };
}
