import { dateFormat } from "./formats.ts";
import { useIsAlive } from "./use-is-alive.ts";

/**
 * A time in the shopper's time zone: "Nov 20, 2026, 2:32 PM". The server doesn't know the time zone, so until hydration
 * only the date in UTC is shown.
 */
export function ShopperTime({ at, locale }: { at: string; locale: string }) {
  const zone = useIsAlive() ? ({ timeStyle: "short" } as const) : { timeZone: "UTC" };
  return (
    <time dateTime={at} suppressHydrationWarning>
      {dateFormat(locale, { dateStyle: "medium", ...zone }).format(new Date(at))}
    </time>
  );
}
