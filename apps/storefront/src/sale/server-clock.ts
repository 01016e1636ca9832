/** How many milliseconds the server's clock is ahead of this browser's. */
let ahead = 0;
let request: Promise<boolean> | undefined;

/** The time by the server's clock, once learnClock() has read it. The shopper's own clock may be wrong. */
export function serverNow(): number {
  return Date.now() + ahead;
}

/**
 * Asks the server for its time, once per page. Returns false if the server didn't respond; the next call then asks
 * again.
 */
export async function learnClock(): Promise<boolean> {
  request ??= askForTime();
  const answered = await request;
  if (!answered) request = undefined;
  return answered;
}

/** Asks for the time again. The result also says whether the server can be reached now. */
export function relearnClock(): Promise<boolean> {
  request = undefined;
  return learnClock();
}

async function askForTime(): Promise<boolean> {
  const sent = Date.now();
  try {
    const { headers } = await fetch("/health/live", { cache: "no-store" });
    const second = Date.parse(headers.get("date") ?? "");
    if (Number.isNaN(second)) return false;
    ahead = aheadOf(second, sent, Date.now());
    return true;
  } catch {
    return false;
  }
}

/**
 * How many milliseconds the server's clock is ahead according to its Date header (whole seconds) and the times when the
 * request was sent and the response received. 0 if the clocks may agree, else the middle of the possible range.
 */
export function aheadOf(second: number, sent: number, received: number): number {
  const least = second - received;
  const most = second + 1000 - sent;
  return least <= 0 && most >= 0 ? 0 : Math.round((least + most) / 2);
}
