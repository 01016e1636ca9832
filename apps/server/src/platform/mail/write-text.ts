import type { Block, MailContent } from "./compose.ts";
import { addressOf, type Sender } from "./sender.ts";

/** The plain text of an email, with the same content as its HTML. */
export function writeText(sender: Sender, content: MailContent, unsubscribe: string): string {
  const { name, origin, contact } = sender;
  const { heading, blocks, reason, unsubscribe: way } = content;
  return [
    heading,
    ...blocks.map(blockText),
    "--",
    reason,
    addressOf(name, contact.address),
    [contact.email, origin].join("\n"),
    ...(way === undefined ? [] : [`${unsubscribe}:\n${way.url}`]),
    "",
  ].join("\n\n");
}

function blockText(block: Block): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "button":
      return `${block.label}:\n${block.href}`;
    case "rows":
      return block.rows
        .map(({ label, detail, value }) =>
          [`${label}: ${value}`, detail].filter(Boolean).join("\n  "),
        )
        .join("\n");
    case "lines":
      return [block.title, ...block.lines].join("\n");
  }
}
