import { GatewayRefused } from "./provider.ts";

const hour = 60 * 60_000;

/**
 * How long each provider remembers an idempotency key, minus a margin for clock differences and for calls in progress.
 * After that, a repeated call may count as a new one.
 */
export const keepsKeys = {
  paypalOrder: 6 * hour - 5 * 60_000,
  paypalRefund: 45 * 24 * hour - hour,
  stripe: 24 * hour - hour,
  mollie: hour - 5 * 60_000,
} as const;

/**
 * Throws GatewayRefused if the provider may have forgotten the key, because a repeated call could then take
 * effect twice.
 */
export function requireKept(since: Date, kept: number, now: Date): void {
  if (now.getTime() - since.getTime() < kept) return;
  throw new GatewayRefused(
    "REQUEST_TOO_OLD",
    "This request was started too long ago to be repeated safely. Start again.",
  );
}
