import { weekdayName } from "../lib/formats.ts";
import { useStore } from "../lib/store.ts";

/** A link to the chat with its hours; nothing if the store has no chat. */
export function LiveChatLink() {
  const { liveChat, locale } = useStore();
  if (liveChat === null) return null;
  const { href, hours, timeZone } = liveChat;
  const city = timeZone.split("/").at(-1)?.replaceAll("_", " ");
  return (
    <div>
      <a href={href} className="text-link inline-flex min-h-target items-center font-medium">
        {hours === null ? "Live chat 24/7" : "Start a live chat"}
      </a>
      {hours?.map(({ from, to, opens, closes }) => (
        <p key={`${from} ${opens}`} className="tabular-nums">
          {from === to
            ? weekdayName(from, locale)
            : `${weekdayName(from, locale)}-${weekdayName(to, locale)}`}{" "}
          {opens}-{closes}
        </p>
      ))}
      {hours === null ? null : <p className="text-small text-graphite">{city} time</p>}
    </div>
  );
}
