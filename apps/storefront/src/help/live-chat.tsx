import { cityOf } from "@vetrina/commerce/shipping/cut-off";
import type { Store } from "@vetrina/contract/stores/stores";
import { weekdayName } from "../lib/formats.ts";
import { useStore } from "../lib/store.ts";

/** The email address of a store that chats by email; undefined if the store has a real chat. */
export function chatEmail({ href }: NonNullable<Store["liveChat"]>): string | undefined {
  return /^mailto:([^?]+)/i.exec(href)?.[1];
}

/**
 * A link to chat with the store, and the hours when staff respond. A mailto link is labeled as an email address.
 * Renders nothing if the store has no chat.
 */
export function LiveChatLink({ liveChat }: Pick<Store, "liveChat">) {
  const { locale } = useStore();
  if (liveChat === null) return null;
  const { href, hours, timeZone } = liveChat;
  const address = chatEmail(liveChat);
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
        <p key={`${from} ${opens}`} className="digits">
          {from === to
            ? weekdayName(from, locale)
            : `${weekdayName(from, locale)}-${weekdayName(to, locale)}`}{" "}
          {opens}-{closes}
        </p>
      ))}
      {hours === null ? null : <p className="text-small text-graphite">{cityOf(timeZone)} time</p>}
    </div>
  );
}
