import type { MailContent } from "./compose.ts";
import { renderHtml } from "./html/render-html.ts";
import { directionOf } from "./languages.ts";
import type { MailTexts } from "./languages/en.ts";
import type { Sender } from "./sender.ts";
import { writeText } from "./write-text.ts";

/** Renders an email in the sender's name, colors and language, as HTML and plain text. */
export async function renderMail(
  sender: Sender,
  content: MailContent,
  { unsubscribe }: Pick<MailTexts, "unsubscribe">,
): Promise<{ html: string; text: string }> {
  const { name, origin, locale, theme, contact } = sender;
  const html = await renderHtml({
    sender: { name, origin, locale, theme, contact },
    content,
    direction: directionOf(locale),
    unsubscribe,
  });
  return { html, text: writeText(sender, content, unsubscribe) };
}
