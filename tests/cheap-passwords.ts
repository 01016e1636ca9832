import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

declare global {
  /**
   * The number of open test worlds. Global, because Vitest evaluates a setup file again for each of a worker's test
   * files.
   */
  var openWorlds: number | undefined;
}

/**
 * Makes password hashes cheap until the returned function is called. After several calls, they stay cheap until
 * every returned function has been called.
 */
export function hashCheaply(): () => void {
  globalThis.openWorlds = (globalThis.openWorlds ?? 0) + 1;
  return () => void (globalThis.openWorlds = (globalThis.openWorlds ?? 0) - 1);
}

/**
 * Replaces argon2 before the server imports it. A hash takes a lot of CPU time, and tests register users and try
 * passwords hundreds of times. Each hash is still computed by the real function, but with minimal memory.
 * Some tests in password.test.ts, separate servers and browser tests use the real cost.
 */
if (globalThis.openWorlds === undefined) {
  globalThis.openWorlds = 0;
  const real = crypto.argon2;
  crypto.argon2 = (algorithm, parameters, done) => {
    const isCheap = (globalThis.openWorlds ?? 0) > 0;
    real(algorithm, isCheap ? { ...parameters, memory: 8, passes: 1 } : parameters, done);
  };
  syncBuiltinESMExports();
}
