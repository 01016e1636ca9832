import { randomUUID } from "node:crypto";

export type FaultKind =
  | "timeout"
  | "lost"
  | "close"
  | "status"
  | "status-after"
  | "rate-limit"
  | "stall"
  | "stall-before"
  | "garbage";

export type FaultOrder = {
  /**
   * The requests that the fault applies to, as in "POST /v2/checkout/orders/*\/capture". `*` matches any method, one
   * part of the path or, at its end, the rest of the path.
   */
  on: string;
  kind: FaultKind;
  times?: number;
  afterMatches?: number;
  status?: number;
  seconds?: number;
};

export type Fault = Required<FaultOrder> & { id: string };

const defaultSeconds: Partial<Record<FaultKind, number>> = {
  timeout: 30,
  stall: 5,
  "stall-before": 5,
  "rate-limit": 1,
};

export type Faults = {
  add(order: FaultOrder): Fault;
  list(): readonly Fault[];
  clear(): void;
  /** Returns the fault that applies to a request, if there is one, and lowers its `times` by one. */
  take(method: string, path: string): Fault | undefined;
};

export function createFaults(): Faults {
  let faults: Fault[] = [];

  return {
    add: ({ on, kind, times = 1, afterMatches = 0, status = 500, seconds }) => {
      const fault = {
        id: randomUUID(),
        on,
        kind,
        times,
        afterMatches,
        status,
        seconds: seconds ?? defaultSeconds[kind] ?? 0,
      };
      faults.push(fault);
      return fault;
    },
    list: () => faults,
    clear: () => {
      faults = [];
    },
    take: (method, path) => {
      for (const fault of faults) {
        if (!matches(fault.on, method, path)) continue;
        if (fault.afterMatches > 0) {
          fault.afterMatches -= 1;
          continue;
        }
        fault.times -= 1;
        faults = faults.filter(({ times }) => times > 0);
        return fault;
      }
      return undefined;
    },
  };
}

function matches(on: string, method: string, path: string): boolean {
  const [wantedMethod = "*", wantedPath = "*"] = on.split(" ");
  if (wantedMethod !== "*" && wantedMethod !== method) return false;
  const wanted = wantedPath.split("/");
  const parts = path.split("/");
  const isOpen = wanted.at(-1) === "*";
  if (isOpen ? parts.length < wanted.length : parts.length !== wanted.length) return false;
  return wanted.every((part, index) => part === "*" || part === parts[index]);
}
