import { flashSaleMs, flashSaleTickMs } from "@vetrina/commerce/constants";
import { flashSale } from "@vetrina/commerce/products/flash-sale";
import { classNames } from "@vetrina/ui/class-names";
import { Progress } from "@vetrina/ui/progress";
import { useEffect, useState } from "react";
import { learnClock, serverNow } from "../sale/server-clock.ts";

type CountdownProps = {
  /** ISO 8601 time when the sale ends. */
  endsAt: string;
  /** ISO 8601 time when the page was rendered. The browser's first render uses it in order to match the server's. */
  renderedAt: string;
};

/**
 * The countdown in the last hour of a flash sale; nothing before that hour or after the end. Loaded lazily (a default
 * export), because only products on sale need it.
 */
export default function FlashSaleCountdown({ endsAt, renderedAt }: CountdownProps) {
  const [now, setNow] = useState(() => new Date(renderedAt));
  const [shown, setShown] = useState(false);
  const sale = flashSale(new Date(endsAt), now);

  useEffect(() => {
    const end = Date.parse(endsAt);
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLeft = false;
    function tick() {
      if (isLeft) return;
      const left = end - serverNow();
      setNow(new Date(serverNow()));
      setShown(true);
      if (left <= 0) return;
      // Before the last hour, sleeps until it begins, but at most 24 days, the limit of a timer.
      const wait = left > flashSaleMs ? Math.min(left - flashSaleMs, 2 ** 31 - 1) : 0;
      timer = setTimeout(tick, wait || (calm ? 1_000 : flashSaleTickMs));
    }
    void learnClock().then(tick);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [endsAt]);

  if (!sale.running) return null;
  const minutes = Math.ceil(sale.remainingMs / 60_000);
  return (
    <div
      role="timer"
      className={classNames(
        "border border-pin px-4 py-3 text-small text-pin",
        sale.shaking && "motion-safe:animate-[shake_400ms_linear_infinite]",
      )}
    >
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-medium">Flash sale ends in</span>
        <span aria-hidden="true" className="text-lead font-semibold digits">
          {shown ? `${sale.minutes}:${sale.seconds}` : `${sale.minutes}:--`}
          <span className="motion-reduce:hidden">{shown ? `.${sale.hundredths}` : ".--"}</span>
        </span>
        <span className="sr-only">
          {minutes === 1 ? "less than a minute" : `less than ${minutes} minutes`}
        </span>
      </p>
      <Progress
        label="Time left in the flash sale"
        value={sale.barPercent}
        max={100}
        className="mt-2 [&::-moz-progress-bar]:bg-pin [&::-webkit-progress-value]:bg-pin"
      />
    </div>
  );
}
