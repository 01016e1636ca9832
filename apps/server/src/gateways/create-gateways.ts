import type { Database } from "../platform/database/open-database.ts";
import { gatewaysOf } from "./gateways.ts";
import type { Gateways } from "./provider.ts";
import { createTestGateway } from "./test.ts";

/** All providers that have a gateway. */
export function createGateways(database: Database, now: () => Date): Gateways {
  return gatewaysOf([createTestGateway(database, now)]);
}
