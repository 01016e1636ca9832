import { ApiFailure } from "../../errors.ts";
import { widerNetwork } from "../callers/caller-address.ts";

const mebibyte = 2 ** 20;

/**
 * The maximum number of bytes of unfinished bodies. `one`: of an IP address, and of an account. `network`: of the /48
 * network around an IPv6 address. `process`: of all callers together.
 */
type Limits = { one: number; network: number; process: number };
/** Anonymous callers have separate limits, so that they can't block staff. */
type Kinds = { anonymous: Limits; identified: Limits };

/** Elsewhere, a network's limit is eight times an address's. Here, that would exceed the process's limit. */
const uploadBytes: Kinds = {
  anonymous: { one: 32 * mebibyte, network: 64 * mebibyte, process: 128 * mebibyte },
  identified: { one: 80 * mebibyte, network: 128 * mebibyte, process: 256 * mebibyte },
};
const jsonBytes: Kinds = {
  anonymous: { one: 8 * mebibyte, network: 32 * mebibyte, process: 128 * mebibyte },
  identified: { one: 16 * mebibyte, network: 48 * mebibyte, process: 128 * mebibyte },
};
/** For callers who are sending no other body, the process's limit is this many times as high. */
const reserve = 1.5;

/** `account`: the user, or for an API key the store's owner; null for anonymous callers. */
export type Sender = { address: string; account: string | null };
export type Reservation = {
  /**
   * Raises the reservation to this many bytes in total. Throws RATE_LIMITED if the sender's address, account or network
   * holds too many, SERVER_BUSY if all senders together do.
   */
  growTo: (bytes: number) => void;
  release: () => void;
};
export type BodyRoom = (sender: Sender) => Reservation;

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
  return ({ address, account }) => {
    const kind = account === null ? "anonymous" : "identified";
    const [share, max] = [held[kind], maxBytes[kind]];
    const network = widerNetwork(address);
    const sources = [
      { source: address, limit: max.one },
      ...(account === null ? [] : [{ source: `account ${account}`, limit: max.one }]),
      ...(network === null ? [] : [{ source: network, limit: max.network }]),
    ];
    let own = 0;
    const add = (change: number) => {
      own += change;
      share.total += change;
      for (const { source } of sources) {
        const sum = (share.bySource.get(source) ?? 0) + change;
        if (sum > 0) share.bySource.set(source, sum);
        else share.bySource.delete(source);
      }
    };
    const heldBy = (source: string) => share.bySource.get(source) ?? 0;
    return {
      growTo(bytes) {
        const more = bytes - own;
        if (sources.some(({ source, limit }) => heldBy(source) + more > limit))
          throw full("RATE_LIMITED", `You are sending too many ${what} at once.`);
        // Callers who are sending no other body may exceed the process's limit, so that others can't block them.
        const isOnly = sources.every(({ source }) => heldBy(source) === own);
        if (share.total + more > max.process * (isOnly ? reserve : 1))
          throw full("SERVER_BUSY", `The server is receiving many ${what} right now.`);
        add(more);
      },
      release: () => add(-own),
    };
  };
}

function full(code: "RATE_LIMITED" | "SERVER_BUSY", message: string): ApiFailure {
  return new ApiFailure(code, `${message} Try again in a few seconds.`, { retryAfterSeconds: 10 });
}
