import { flashSaleMs, flashSaleShakeSeconds } from "../constants.ts";

/** The countdown at one moment: two-digit texts, and a bar that starts at 25 percent. */
export type FlashSale = {
  /** True in the last hour before the end, when the countdown is shown. */
  running: boolean;
  remainingMs: number;
  minutes: string;
  seconds: string;
  hundredths: string;
  /** The percentage of the last hour that remains, divided by four: from 25 down to 0. */
  barPercent: number;
  shaking: boolean;
};

/** The countdown to `endsAt` at the time `now`. It runs only in the last hour. */
export function flashSale(endsAt: Date, now: Date): FlashSale {
  const remainingMs = Math.max(0, endsAt.getTime() - now.getTime()) || 0;
  const shown = Math.min(remainingMs, flashSaleMs);
  const running = remainingMs > 0 && remainingMs <= flashSaleMs;
  return {
    running,
    remainingMs,
    minutes: twoDigits(shown / 60_000),
    seconds: twoDigits((shown / 1_000) % 60),
    hundredths: twoDigits((shown / 10) % 100),
    barPercent: ((shown / flashSaleMs) * 100) / 4,
    shaking: running && remainingMs < flashSaleShakeSeconds * 1_000,
  };
}

function twoDigits(value: number): string {
  return String(Math.floor(value)).padStart(2, "0");
}
