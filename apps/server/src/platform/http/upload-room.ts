import { ApiFailure } from "../errors.ts";

const mebibyte = 2 ** 20;
/** Of unfinished uploads that are held in memory. Anonymous callers have a share of their own, or they could keep staff out. */
const maxBytes = {
  anonymous: { address: 32 * mebibyte, process: 128 * mebibyte },
  identified: { address: 80 * mebibyte, process: 256 * mebibyte },
};

export type UploadRoom = (
  caller: { address: string; isAnonymous: boolean },
  bytes: number,
) => () => void;

/**
 * Reserves so many bytes, and answers with what releases them. Throws RATE_LIMITED where the caller's address holds too
 * many, SERVER_BUSY where all together do.
 */
export function createUploadRoom(): UploadRoom {
  const held = {
    anonymous: { total: 0, byAddress: new Map<string, number>() },
    identified: { total: 0, byAddress: new Map<string, number>() },
  };
  return ({ address, isAnonymous }, bytes) => {
    const kind = isAnonymous ? "anonymous" : "identified";
    const [share, max] = [held[kind], maxBytes[kind]];
    const add = (change: number) => {
      const sum = (share.byAddress.get(address) ?? 0) + change;
      share.total += change;
      if (sum > 0) share.byAddress.set(address, sum);
      else share.byAddress.delete(address);
    };
    if ((share.byAddress.get(address) ?? 0) + bytes > max.address)
      throw full("RATE_LIMITED", "You are sending too many files at once.");
    if (share.total + bytes > max.process)
      throw full("SERVER_BUSY", "Many files are being sent at the moment.");
    add(bytes);
    return () => add(-bytes);
  };
}

function full(code: "RATE_LIMITED" | "SERVER_BUSY", message: string): ApiFailure {
  return new ApiFailure(code, `${message} Try again in a few seconds.`, { retryAfterSeconds: 10 });
}
