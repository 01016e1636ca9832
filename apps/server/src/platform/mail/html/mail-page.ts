import {
  createElement as h,
  type CSSProperties,
  Fragment,
  type ReactElement,
  type ReactNode,
} from "react";
import {
  Body,
  Button,
  Column,
  Container,
  Head,
  Heading,
  Html,
  Link,
  Preview,
  Row as TableRow,
  Section,
  Text,
} from "react-email";
import type { Block, MailContent, Row } from "../compose.ts";
import { addressOf, type Sender } from "../sender.ts";
import { type Look, lookOf, type Palette } from "./look.ts";

/** What the HTML needs; plain data, since it crosses into the thread that renders. */
export type MailPage = {
  sender: Pick<Sender, "name" | "origin" | "locale" | "theme" | "contact">;
  content: MailContent;
  direction: "ltr" | "rtl";
  unsubscribe: string;
};

type Style = { look: Look; start: "left" | "right"; end: "left" | "right" };

/** A whole mail in the sender's name and colors. Element names without JSX: Node runs this file as it is. */
export function mailPage({ sender, content, direction, unsubscribe }: MailPage): ReactElement {
  const isLeftToRight = direction === "ltr";
  const look = lookOf(sender.theme, isLeftToRight);
  const style: Style = {
    look,
    start: isLeftToRight ? "left" : "right",
    end: isLeftToRight ? "right" : "left",
  };
  const { light } = look;
  const body: CSSProperties = {
    margin: 0,
    padding: "24px 12px",
    backgroundColor: light.tissue,
    color: light.ink,
    fontFamily: look.text,
    fontSize: "16px",
    lineHeight: "1.5",
    textAlign: style.start,
    overflowWrap: "anywhere",
    WebkitTextSizeAdjust: "100%",
  };
  const card: CSSProperties = {
    backgroundColor: light.paper,
    border: `1px solid ${light.line}`,
    borderRadius: look.radius,
    padding: "32px 28px 20px",
  };
  return h(
    Html,
    { lang: sender.locale, dir: direction },
    h(
      Head,
      null,
      h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      h("meta", { name: "color-scheme", content: "light dark" }),
      h("meta", { name: "supported-color-schemes", content: "light dark" }),
      h("title", null, content.subject),
      h("style", { dangerouslySetInnerHTML: { __html: sheetOf(look) } }),
    ),
    h(
      Body,
      { className: "m-tissue m-ink", lang: sender.locale, dir: direction, style: body },
      h(Preview, { useTitleTag: false, children: content.preview }),
      h(
        Container,
        { style: { maxWidth: "600px" } },
        h(Section, { style: { padding: "8px 4px 20px" } }, brandLink(sender, style)),
        h(
          Section,
          { className: "m-paper m-line", style: card, tdClassName: "m-card" },
          h(
            Heading,
            {
              as: "h1",
              style: {
                ...displayOf(look),
                fontSize: "28px",
                lineHeight: "1.2",
                margin: "0 0 16px",
              },
            },
            content.heading,
          ),
          ...content.blocks.map((block, i) => h(Fragment, { key: i }, blockOf(block, style))),
        ),
        footerOf({ sender, content, unsubscribe }, style),
      ),
    ),
  );
}

function brandLink({ origin, name }: MailPage["sender"], { look }: Style): ReactElement {
  return h(
    Link,
    {
      href: origin,
      className: "m-ink",
      style: { ...displayOf(look), color: look.light.ink, fontSize: "26px", lineHeight: "1.2" },
    },
    name,
  );
}

function blockOf(block: Block, style: Style): ReactNode {
  const { light, radius } = style.look;
  switch (block.kind) {
    case "text":
      return h(Text, { style: paragraph }, block.text);
    case "button":
      return h(
        Fragment,
        null,
        h(
          Text,
          { style: { ...paragraph, margin: "8px 0 16px" } },
          h(
            Button,
            {
              href: block.href,
              className: "m-button",
              style: {
                backgroundColor: light.ink,
                color: light.paper,
                borderRadius: radius,
                fontSize: "16px",
                fontWeight: 600,
                padding: "14px 26px",
              },
            },
            block.label,
          ),
        ),
        block.spelled === true
          ? h(
              Text,
              { style: { ...small, margin: "0 0 20px" } },
              h(
                Link,
                {
                  href: block.href,
                  dir: "ltr",
                  className: "m-graphite",
                  style: { color: light.graphite, wordBreak: "break-all" },
                },
                block.href,
              ),
            )
          : null,
      );
    case "rows":
      return h(
        Section,
        { style: { margin: block.close === true ? "0 0 24px" : "0 0 12px" } },
        ...block.rows.map((row, i) =>
          h(Fragment, { key: i }, rowOf(row, block.close === true, style)),
        ),
      );
    case "lines":
      return h(
        Fragment,
        null,
        h(
          Heading,
          {
            as: "h2",
            style: { fontSize: "16px", lineHeight: "1.4", fontWeight: 600, margin: "0 0 4px" },
          },
          block.title,
        ),
        h(Text, { style: { ...paragraph, margin: "0 0 20px" } }, ...broken(block.lines)),
      );
  }
}

/** Longer ones wrap, or one side would squeeze the other. */
const longestUnbroken = { label: 12, value: 18 };

function rowOf(
  { label, detail, value, strong }: Row,
  isClose: boolean,
  { look, start, end }: Style,
): ReactElement {
  const { light } = look;
  const line = `1px solid ${light.line}`;
  const cell: CSSProperties = {
    padding: isClose ? "4px 0" : "12px 0",
    fontSize: "16px",
    verticalAlign: "top",
    ...(isClose ? {} : { borderBottom: line }),
    ...(strong === true ? { fontWeight: 700, borderTop: line, paddingTop: "12px" } : {}),
  };
  const apart = start === "left" ? { paddingRight: "16px" } : { paddingLeft: "16px" };
  const [isShortLabel, isShortValue] = [
    label.length <= longestUnbroken.label && detail === undefined,
    value.length <= longestUnbroken.value,
  ];
  return h(
    TableRow,
    null,
    h(
      Column,
      {
        className: "m-line",
        align: start,
        style: { ...cell, ...apart, ...unbroken(isShortLabel) },
      },
      ownDirection(label),
      detail === undefined
        ? null
        : h(
            "span",
            {
              className: "m-graphite",
              style: { ...small, display: "block", color: light.graphite },
            },
            ownDirection(detail),
          ),
    ),
    h(
      Column,
      { className: "m-line", align: end, style: { ...cell, ...unbroken(isShortValue) } },
      ownDirection(value),
    ),
  );
}

function unbroken(isShort: boolean): CSSProperties {
  return isShort ? { whiteSpace: "nowrap" } : {};
}

/** A product's name or an address keeps its direction among words that run the other way. */
function ownDirection(words: string): ReactElement {
  return h("span", { dir: "auto" }, words);
}

function footerOf(
  { sender, content, unsubscribe }: Pick<MailPage, "sender" | "content" | "unsubscribe">,
  { look }: Style,
): ReactElement {
  const { name, contact } = sender;
  const quiet: CSSProperties = { ...small, color: look.light.graphite, margin: "0 0 8px" };
  const link: CSSProperties = { color: look.light.graphite, textDecoration: "underline" };
  const { unsubscribe: way } = content;
  return h(
    Section,
    { style: { padding: "20px 4px 0" } },
    h(Text, { className: "m-graphite", style: quiet }, content.reason),
    h(
      Text,
      { className: "m-graphite", style: quiet },
      ownDirection(addressOf(name, contact.address)),
      h("br"),
      h(
        Link,
        { href: `mailto:${contact.email}`, className: "m-graphite", style: link },
        contact.email,
      ),
    ),
    way === undefined
      ? null
      : h(
          Text,
          { className: "m-graphite", style: quiet },
          h(Link, { href: way.url, className: "m-graphite", style: link }, unsubscribe),
        ),
  );
}

const paragraph: CSSProperties = { fontSize: "16px", lineHeight: "1.5", margin: "0 0 16px" };
const small: CSSProperties = { fontSize: "13px", lineHeight: "1.5" };

function displayOf({ display }: Look): CSSProperties {
  return { ...display };
}

function broken(lines: readonly string[]): ReactNode[] {
  return lines.flatMap((line, i) => [
    ...(i === 0 ? [] : [h("br", { key: `after ${i}` })]),
    h("span", { key: i, dir: "auto" }, line),
  ]);
}

/** Classes do only what attributes can't: the dark look, and narrower edges on a phone. */
function sheetOf({ dark }: Look): string {
  const narrow = `@media (max-width:480px){.m-card{padding:24px 18px 12px !important}}`;
  return dark === null ? narrow : `${narrow}@media (prefers-color-scheme:dark){${darkRules(dark)}}`;
}

function darkRules({ paper, tissue, ink, graphite, line }: Palette): string {
  return [
    `.m-tissue,.m-tissue>table>tbody>tr>td{background-color:${tissue} !important}`,
    `.m-ink,.m-tissue>table>tbody>tr>td{color:${ink} !important}`,
    `.m-paper{background-color:${paper} !important}`,
    `.m-line{border-color:${line} !important}`,
    `.m-graphite{color:${graphite} !important}`,
    `.m-button{background-color:${ink} !important;color:${tissue} !important}`,
  ].join("");
}
