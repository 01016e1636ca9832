import { weekdayName } from "../lib/formats.ts";
import { type Shop, useStore } from "../lib/store.ts";

/** The address where a store's "chat" is its email; undefined where it is a chat. */
export function chatEmail({ href }: NonNullable<Shop["liveChat"]>): string | undefined {
  return /^mailto:([^?]+)/i.exec(href)?.[1];
}

/** Where to chat and when somebody answers; an address for mails is called one. Nothing where the store has no chat. */
export function LiveChatLink() {
  const { liveChat, locale } = useStore();
  if (liveChat === null) return null;
  const { href, hours, timeZone } = liveChat;
  const address = chatEmail(liveChat);
  const city = timeZone.split("/").at(-1)?.replaceAll("_", " ");
  return (
    <div>
      <a href={href} className="text-link inline-flex min-h-target items-center font-medium">
        {address === undefined
          ? hours === null
            ? "Live chat 24/7"
            : "Start a live chat"
          : `Email ${address}`}
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
