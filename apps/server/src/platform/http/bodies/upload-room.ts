import { ApiFailure } from "../../errors.ts";
import { widerNetwork } from "../callers/caller-address.ts";

const mebibyte = 2 ** 20;
/**
 * Maximum bytes of unfinished uploads in memory. Anonymous callers have separate limits, so that they can't block staff.
 * The /48 network around an IPv6 address may use half of the process's limit, because the usual factor of eight would
 * exceed it.
 */
const maxBytes = {
  anonymous: { address: 32 * mebibyte, network: 64 * mebibyte, process: 128 * mebibyte },
  identified: { address: 80 * mebibyte, network: 128 * mebibyte, process: 256 * mebibyte },
};

export type UploadRoom = (
  caller: { address: string; isAnonymous: boolean },
  bytes: number,
) => () => void;

/**
 * Reserves this many bytes and returns a function that releases them. Throws RATE_LIMITED if the caller's address or
 * network holds too many, SERVER_BUSY if all callers together do.
 */
export function createUploadRoom(): UploadRoom {
  const held = {
    anonymous: { total: 0, bySource: new Map<string, number>() },
    identified: { total: 0, bySource: new Map<string, number>() },
  };
  return ({ address, isAnonymous }, bytes) => {
    const kind = isAnonymous ? "anonymous" : "identified";
    const [share, max] = [held[kind], maxBytes[kind]];
    const network = widerNetwork(address);
    const sources = [
      { source: address, limit: max.address },
      ...(network === null ? [] : [{ source: network, limit: max.network }]),
    ];
    const add = (change: number) => {
      share.total += change;
      for (const { source } of sources) {
        const sum = (share.bySource.get(source) ?? 0) + change;
        if (sum > 0) share.bySource.set(source, sum);
        else share.bySource.delete(source);
      }
    };
    if (sources.some(({ source, limit }) => (share.bySource.get(source) ?? 0) + bytes > limit))
      throw full("RATE_LIMITED", "You are sending too many files at once.");
    if (share.total + bytes > max.process)
      throw full("SERVER_BUSY", "The server is receiving many files right now.");
    add(bytes);
    return () => add(-bytes);
  };
}

function full(code: "RATE_LIMITED" | "SERVER_BUSY", message: string): ApiFailure {
  return new ApiFailure(code, `${message} Try again in a few seconds.`, { retryAfterSeconds: 10 });
}
