import {
  createElement,
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
  Img,
  Link,
  Preview,
  Row as TableRow,
  Section,
  Text,
} from "./elements.ts";
import type { Block, MailContent, Row } from "../compose.ts";
import { addressOf, type Sender } from "../sender.ts";
import { type Look, lookOf, type Palette } from "./look.ts";

/** The input of the HTML template: plain data, because it is passed to the thread that renders. */
export type MailPage = {
  sender: Pick<Sender, "name" | "origin" | "locale" | "theme" | "contact">;
  content: MailContent;
  direction: "ltr" | "rtl";
  unsubscribe: string;
};

type Style = { look: Look; start: "left" | "right"; end: "left" | "right" };

/** Renders an email in the sender's name and colors. */
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
  const heading: CSSProperties = {
    ...displayOf(look),
    fontSize: "28px",
    lineHeight: "1.2",
    margin: "0 0 16px",
  };
  return (
    <Html lang={sender.locale} dir={direction}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{content.subject}</title>
        <style dangerouslySetInnerHTML={{ __html: sheetOf(look) }} />
      </Head>
      <Body className="m-tissue m-ink" lang={sender.locale} dir={direction} style={body}>
        <Preview useTitleTag={false}>{content.preview}</Preview>
        <Container style={{ maxWidth: "600px" }}>
          <Section style={{ padding: "8px 4px 20px" }}>
            <BrandLink {...sender} look={look} />
          </Section>
          <Section className="m-paper m-line" style={card} tdClassName="m-card">
            <Heading as="h1" style={heading}>
              {content.heading}
            </Heading>
            {drawEach(content.blocks, (block) => (
              <ContentBlock block={block} style={style} />
            ))}
          </Section>
          <Footer sender={sender} content={content} unsubscribe={unsubscribe} look={look} />
        </Container>
      </Body>
    </Html>
  );
}

function BrandLink({ origin, name, look }: MailPage["sender"] & { look: Look }): ReactElement {
  const style = {
    ...displayOf(look),
    color: look.light.ink,
    fontSize: "26px",
    lineHeight: "1.2",
  };
  return (
    <Link href={origin} className="m-ink" style={style}>
      {name}
    </Link>
  );
}

function ContentBlock({ block, style }: { block: Block; style: Style }): ReactNode {
  switch (block.kind) {
    case "text":
      return <Text style={paragraph}>{withWholeNumbers(block.text)}</Text>;
    case "button":
      return <ButtonBlock block={block} look={style.look} />;
    case "rows":
      return (
        <Section style={{ margin: block.close === true ? "0 0 24px" : "0 0 12px" }}>
          {drawEach(block.rows, (row, at) => (
            <ContentRow
              row={row}
              isClose={block.close === true}
              // A line above separates a strong row from the rows before it.
              isRuled={row.strong === true && at > 0}
              style={style}
            />
          ))}
        </Section>
      );
    case "lines":
      return (
        <>
          <Heading as="h2" style={subheading}>
            {block.title}
          </Heading>
          <Text style={{ ...paragraph, margin: "0 0 20px" }}>{broken(block.lines)}</Text>
        </>
      );
  }
}

type ButtonBlockProps = { block: Extract<Block, { kind: "button" }>; look: Look };

function ButtonBlock({ block: { href, label, spelled }, look }: ButtonBlockProps): ReactNode {
  const { light, radius } = look;
  const button: CSSProperties = {
    backgroundColor: light.ink,
    color: light.paper,
    borderRadius: radius,
    fontSize: "16px",
    fontWeight: 600,
    padding: "14px 26px",
  };
  const link: CSSProperties = { color: light.graphite, wordBreak: "break-all" };
  return (
    <>
      <Text style={{ ...paragraph, margin: "8px 0 16px" }}>
        <Button href={href} className="m-button" style={button}>
          {label}
        </Button>
      </Text>
      {spelled === true ? (
        <Text style={{ ...small, margin: "0 0 20px" }}>
          <Link href={href} dir="ltr" className="m-graphite" style={link}>
            {href}
          </Link>
        </Text>
      ) : null}
    </>
  );
}

/**
 * Maximum lengths in characters. Labels and values up to these lengths stay on one line. Longer ones wrap, and break
 * within words only if one of the words is longer than `word`.
 */
const longestUnbroken = { label: 12, value: 18, word: 16 };

type ContentRowProps = { row: Row; isClose: boolean; isRuled: boolean; style: Style };

function ContentRow({
  row: { label, detail, value, strong, image },
  isClose,
  isRuled,
  style: { look, start, end },
}: ContentRowProps): ReactElement {
  const { light } = look;
  const line = `1px solid ${light.line}`;
  const cell: CSSProperties = {
    padding: isClose ? "4px 0" : "12px 0",
    fontSize: "16px",
    verticalAlign: "top",
    ...(isClose ? {} : { borderBottom: line }),
    ...(strong === true ? { fontWeight: 700, paddingTop: "12px" } : {}),
    ...(isRuled ? { borderTop: line } : {}),
  };
  const apart = start === "left" ? { paddingRight: "16px" } : { paddingLeft: "16px" };
  const [isShortLabel, isShortValue] = [
    label.length <= longestUnbroken.label && detail === undefined,
    value.length <= longestUnbroken.value,
  ];
  const note: CSSProperties = { ...small, display: "block", color: light.graphite };
  return (
    <TableRow>
      {image === undefined ? null : (
        <Column className="m-line" width="80" style={{ ...cell, width: "80px" }}>
          <Img src={image} alt="" width="64" height="80" style={picture} />
        </Column>
      )}
      <Column
        className="m-line"
        align={start}
        style={{ ...cell, ...apart, ...unbroken(label, isShortLabel) }}
      >
        <OwnDirection>{label}</OwnDirection>
        {detail === undefined ? null : (
          <span className="m-graphite" style={note}>
            <OwnDirection>{detail}</OwnDirection>
          </span>
        )}
      </Column>
      <Column className="m-line" align={end} style={{ ...cell, ...unbroken(value, isShortValue) }}>
        <OwnDirection>{value}</OwnDirection>
      </Column>
    </TableRow>
  );
}

function unbroken(text: string, isShort: boolean): CSSProperties {
  if (isShort) return { whiteSpace: "nowrap" };
  const isOfShortWords = text.split(/\s/).every(({ length }) => length <= longestUnbroken.word);
  return isOfShortWords ? { overflowWrap: "break-word" } : {};
}

/** Renders text so that order numbers stay on one line. */
function withWholeNumbers(text: string): ReactElement {
  return drawEach(text.split(/([0-9A-Z]{4}-[0-9A-Z]{4})/), (part, at) =>
    at % 2 === 0 ? <>{part}</> : <span style={{ whiteSpace: "nowrap" }}>{part}</span>,
  );
}

/** Shows a product's name or an address in its own direction within right-to-left text. */
function OwnDirection({ children }: { children: string }): ReactElement {
  return <span dir="auto">{children}</span>;
}

type FooterProps = Pick<MailPage, "sender" | "content" | "unsubscribe"> & { look: Look };

function Footer({
  sender: { name, contact },
  content,
  unsubscribe,
  look,
}: FooterProps): ReactElement {
  const quiet: CSSProperties = { ...small, color: look.light.graphite, margin: "0 0 8px" };
  const link: CSSProperties = { color: look.light.graphite, textDecoration: "underline" };
  return (
    <Section style={{ padding: "20px 4px 0" }}>
      <Text className="m-graphite" style={quiet}>
        {content.reason}
      </Text>
      <Text className="m-graphite" style={quiet}>
        <OwnDirection>{addressOf(name, contact.address)}</OwnDirection>
        <br />
        <Link href={`mailto:${contact.email}`} className="m-graphite" style={link}>
          {contact.email}
        </Link>
      </Text>
      {content.unsubscribe === undefined ? null : (
        <Text className="m-graphite" style={quiet}>
          <Link href={content.unsubscribe.url} className="m-graphite" style={link}>
            {unsubscribe}
          </Link>
        </Text>
      )}
    </Section>
  );
}

const paragraph: CSSProperties = { fontSize: "16px", lineHeight: "1.5", margin: "0 0 16px" };
const small: CSSProperties = { fontSize: "13px", lineHeight: "1.5" };
const subheading: CSSProperties = {
  fontSize: "16px",
  lineHeight: "1.4",
  fontWeight: 600,
  margin: "0 0 4px",
};

/** Product pictures are 4:5. */
const picture: CSSProperties = { display: "block", objectFit: "cover" };

function displayOf({ display }: Look): CSSProperties {
  return { ...display };
}

function broken(lines: readonly string[]): ReactElement {
  return drawEach(lines, (line, i) => (
    <>
      {i === 0 ? null : <br />}
      <OwnDirection>{line}</OwnDirection>
    </>
  ));
}

/** Draws the parts as children without keys, which are not needed because an email is rendered once. */
function drawEach<T>(
  parts: readonly T[],
  draw: (part: T, at: number) => ReactElement,
): ReactElement {
  return createElement(Fragment, null, ...parts.map(draw));
}

/** Styles that attributes can't express: dark mode, and smaller margins on a phone. */
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
