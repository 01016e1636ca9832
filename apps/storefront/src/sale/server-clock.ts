/** What the server's clock is ahead of this browser's, in milliseconds. */
let ahead = 0;
let asked: Promise<boolean> | undefined;

/** The time by the server's clock, as far as learnClock() has learned it; a shopper's own clock may be wrong. */
export function serverNow(): number {
  return Date.now() + ahead;
}

/** Asks the server for its time, once a page. False where it did not answer: the next call asks again. */
export async function learnClock(): Promise<boolean> {
  asked ??= askForTime();
  const answered = await asked;
  if (!answered) asked = undefined;
  return answered;
}

/** Asks again, so that it also says whether the server can be reached now. */
export function relearnClock(): Promise<boolean> {
  asked = undefined;
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
 * By a Date header, which leaves out the fraction of its second: 0 where this clock may be right, else the middle of what
 * is possible.
 */
export function aheadOf(second: number, sent: number, received: number): number {
  const least = second - received;
  const most = second + 1000 - sent;
  return least <= 0 && most >= 0 ? 0 : Math.round((least + most) / 2);
}
