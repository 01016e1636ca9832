import { createShares, type Names, type Shares } from "../fair-shares.ts";
import { chargeTime } from "../http/callers/address-time.ts";
import { networksAround } from "../http/callers/caller-address.ts";
import { busy, laneOf, reserved } from "./connection-shares.ts";
import type { Queryable } from "./sql.ts";

/**
 * The queries that find out who calls and which store is meant, before anything decides whether the call is allowed.
 * `address`: the caller's; null for the server's own work, or if it represents many callers. `isForPage`: whether a page
 * that we render makes the call.
 */
export type Lookups = (address: string | null, isForPage?: boolean) => Queryable;

type Holder = { address: string | null; isForPage: boolean };

const maxWaiting = { ofName: 500, inAll: 5000 };

/**
 * Runs lookups on the few connections that the shares leave free. Callers take turns by network and address, so that a
 * caller who looks up thousands of unknown ids hardly delays others. A lookup's time counts against its address.
 */
export function createLookups(from: Queryable, maxWaitMs: number): Lookups {
  const rules = { size: reserved, namesOf, fullName: nobodyFull, maxWaitMs, maxWaiting, busy };
  const shares: Shares<Holder> = createShares(rules);
  return (address, isForPage = false) => {
    const holder = { address, isForPage };
    // Counts only the time that a lookup took, and nothing in advance, because few of them run at once.
    const run = <Result>(work: () => Promise<Result>): Promise<Result> =>
      shares(holder, () => (address === null ? work() : chargeTime(address, work, 0)));
    return {
      rows: (query) => run(() => from.rows(query)),
      row: (query) => run(() => from.row(query)),
      run: (query) => run(() => from.run(query)),
    };
  };
}

/**
 * No caller has a limit, because connections change hands after each lookup. A caller without competition may use all
 * of them.
 */
function nobodyFull(): null {
  return null;
}

function namesOf({ address, isForPage }: Holder): Names {
  if (address === null) return { held: [], turns: [""], groups: [] };
  const networks = networksAround(address);
  return { held: networks, turns: [...networks, laneOf(isForPage)], groups: [networks] };
}
