import { ApiFailure } from "../../errors.ts";
import { widerNetwork } from "../callers/caller-address.ts";

const mebibyte = 2 ** 20;

/** Maximum bytes of unfinished bodies: of an IP address, of the /48 network around an IPv6 address, and in all. */
type Limits = { address: number; network: number; process: number };
/** Anonymous callers have separate limits, so that they can't block staff. */
type Kinds = { anonymous: Limits; identified: Limits };

/** The usual factor of eight for a network would exceed the process's limit. */
const uploadBytes: Kinds = {
  anonymous: { address: 32 * mebibyte, network: 64 * mebibyte, process: 128 * mebibyte },
  identified: { address: 80 * mebibyte, network: 128 * mebibyte, process: 256 * mebibyte },
};
const jsonBytes: Kinds = {
  anonymous: { address: 8 * mebibyte, network: 32 * mebibyte, process: 128 * mebibyte },
  identified: { address: 16 * mebibyte, network: 48 * mebibyte, process: 128 * mebibyte },
};

/**
 * Reserves this many bytes and returns a function that releases them. Throws RATE_LIMITED if the caller's address or
 * network holds too many, SERVER_BUSY if all callers together do.
 */
export type BodyRoom = (
  caller: { address: string; isAnonymous: boolean },
  bytes: number,
) => () => void;

/** Memory for bodies that are being received: files, and JSON. */
export function createBodyRooms(): { uploads: BodyRoom; json: BodyRoom } {
  return {
    uploads: createRoom(uploadBytes, "files"),
    json: createRoom(jsonBytes, "large requests"),
  };
}

function createRoom(maxBytes: Kinds, what: string): BodyRoom {
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
      throw full("RATE_LIMITED", `You are sending too many ${what} at once.`);
    if (share.total + bytes > max.process)
      throw full("SERVER_BUSY", `The server is receiving many ${what} right now.`);
    add(bytes);
    return () => add(-bytes);
  };
}

function full(code: "RATE_LIMITED" | "SERVER_BUSY", message: string): ApiFailure {
  return new ApiFailure(code, `${message} Try again in a few seconds.`, { retryAfterSeconds: 10 });
}
