import type { Block, MailContent, Row } from "./compose.ts";
import { escapeHtml } from "./escape-html.ts";
import type { Sender } from "./sender.ts";

/** A whole mail in the sender's name and colors, and its plain-text twin. */
export async function renderMail(
  sender: Sender,
  content: MailContent,
): Promise<{ html: string; text: string }> {
  return { html: htmlOf(sender, content), text: textOf(sender, content) };
}

function htmlOf(store: Sender, { preview, heading, blocks, reason }: MailContent): string {
  const look = lookOf(store);
  const footer = [store.name, ...store.contact.address].map(escapeHtml).join(", ");
  return `<!doctype html>
<html lang="${escapeHtml(store.locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(heading)}</title>
</head>
<body style="margin:0;background:${look.tissue};color:${look.ink};font:16px/1.5 ${look.text};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
<div style="padding:8px 0 20px;font:600 24px/1.2 ${look.display};letter-spacing:.02em"><a href="${escapeHtml(store.origin)}" style="color:${look.ink};text-decoration:none">${escapeHtml(store.name)}</a></div>
<div style="background:${look.paper};border:1px solid ${look.line};padding:28px 24px">
<h1 style="margin:0 0 16px;font:600 28px/1.2 ${look.display}">${escapeHtml(heading)}</h1>
${blocks.map((block) => blockHtml(block, look)).join("\n")}
</div>
<div style="padding:20px 0;color:${look.graphite};font-size:13px">
<p style="margin:0 0 8px">${escapeHtml(reason)}</p>
<p style="margin:0">${footer}<br><a href="mailto:${escapeHtml(store.contact.email)}" style="color:${look.graphite}">${escapeHtml(store.contact.email)}</a></p>
</div>
</div>
</body>
</html>
`;
}

function blockHtml(block: Block, look: Look): string {
  switch (block.kind) {
    case "text":
      return `<p style="margin:0 0 16px">${escapeHtml(block.text)}</p>`;
    case "button": {
      const href = escapeHtml(block.href);
      return `<p style="margin:0 0 8px"><a href="${href}" style="display:inline-block;background:${look.ink};color:${look.paper};padding:13px 24px;text-decoration:none;font-weight:600">${escapeHtml(block.label)}</a></p>
<p style="margin:0 0 20px;font-size:13px;color:${look.graphite};word-break:break-all">${href}</p>`;
    }
    case "rows":
      return `<div style="margin:0 0 20px;border-top:1px solid ${look.line}">${block.rows.map((row) => rowHtml(row, look)).join("")}</div>`;
    case "lines":
      return `<h2 style="margin:0 0 4px;font:600 16px/1.4 ${look.text}">${escapeHtml(block.title)}</h2>
<p style="margin:0 0 20px">${block.lines.map(escapeHtml).join("<br>")}</p>`;
  }
}

/** Floats instead of flex or tables: every mail program knows them, and they wrap on a phone. */
function rowHtml({ label, detail, value, strong }: Row, look: Look): string {
  const weight = strong === true ? 600 : 400;
  const small =
    detail === undefined
      ? ""
      : `<br><span style="font-size:13px;color:${look.graphite}">${escapeHtml(detail)}</span>`;
  return `<div style="padding:10px 0;border-bottom:1px solid ${look.line};overflow:hidden;font-weight:${weight}"><span style="float:right;padding-left:16px">${escapeHtml(value)}</span>${escapeHtml(label)}${small}</div>`;
}

function textOf(store: Sender, { heading, blocks, reason }: MailContent): string {
  const { name, origin, contact } = store;
  return [
    heading,
    ...blocks.map(blockText),
    "--",
    reason,
    [name, ...contact.address].join(", "),
    [contact.email, origin].join("\n"),
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

type Look = Record<"paper" | "tissue" | "ink" | "graphite" | "line" | "display" | "text", string>;

/** The theme's own values, ready to stand in a style attribute; a neutral one for each that is missing. */
function lookOf({ theme }: Sender): Look {
  const take = (name: string, otherwise: string) => escapeHtml(theme[name] ?? otherwise);
  return {
    paper: take("color-paper", "#ffffff"),
    tissue: take("color-tissue", "#f0f1f3"),
    ink: take("color-ink", "#16181c"),
    graphite: take("color-graphite", "#555b66"),
    line: take("color-line", "#d5d9df"),
    display: take("font-display", "Georgia, serif"),
    text: take("font-text", "system-ui, sans-serif"),
  };
}
