import { expect, test } from "vitest";
import { excessCost } from "#tests/costs.ts";
import { hostileHtml } from "./hostile-html.fixture.ts";
import { plainText, sanitizeRichText, writtenRichText } from "./rich-text.ts";

test("keeps the markup of descriptions", () => {
  const html =
    '<h2>Cut</h2><p>On the <strong>bias</strong>,<br /> <em>twice</em></p><ul><li>One</li></ul><blockquote>Yes</blockquote><table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table>';
  expect(sanitizeRichText(html)).toBe(html);
});

test("keeps words apart when it removes blocks and headings", () => {
  const table: [string, string][] = [
    ["<div>Soft</div><div>Warm</div>", "<p>Soft</p><p>Warm</p>"],
    [
      "<div class='a'><p>Soft</p></div>\n<DIV>Warm <b>too</b></DIV>",
      "<p>Soft</p> \n<p>Warm <b>too</b></p>",
    ],
    ["<div>One<div>Two</div>Three</div>Four", "One<p>Two</p>Three Four"],
    ["<div>One<div>Two", "One Two"],
    ["<h1>Cut</h1>Wide<h5>Care</h5>Cold<hr>End", "<h2>Cut</h2>Wide<h4>Care</h4>Cold<br />End"],
    ["<dl><dt>Fit</dt><dd>Loose</dd></dl>", "<p>Fit</p><p>Loose</p>"],
    ["<table><tr><td><div>1</div></td></tr></table>", "<table><tr><td><p>1</p></td></tr></table>"],
    [
      "200 g/m<sup>2</sup>, <s>old</s> H<sub>2</sub>O",
      "200 g/m<sup>2</sup>, <s>old</s> H<sub>2</sub>O",
    ],
    ["<divine>a</divine>", "a"],
  ];
  for (const [dirty, clean] of table)
    expect([dirty, sanitizeRichText(dirty)]).toEqual([dirty, clean]);
});

test("keeps the words of a text with too many or too deeply nested tags", () => {
  const table: [string, string][] = [
    [`${"<ul>".repeat(12_000)}Soft${"</td>".repeat(12_000)}`, "Soft"],
    ["<p>Soft</p>".repeat(10_001), Array(10_001).fill("Soft").join("  ")],
    [`${"<div>".repeat(120)}Soft &lt;b&gt;${"</div>".repeat(120)}`, "Soft &lt;b&gt;"],
  ];
  for (const [dirty, clean] of table) expect(sanitizeRichText(dirty)).toBe(clean);
  const many = "<p>Soft</p>".repeat(3000);
  expect(sanitizeRichText(many)).toBe(many);
  // Paragraphs and list items need no end tags.
  expect(sanitizeRichText("<ul>" + "<li>Soft".repeat(500))).toBe(
    `<ul>${"<li>Soft</li>".repeat(500)}</ul>`,
  );
});

/** The longest text that calls accept, within the limits on tags. */
const longest = 60_000;
const filled = (part: string) => part.repeat(longest / part.length);
const halves = (first: string, second: string) =>
  first.repeat(longest / 2 / first.length) + second.repeat(longest / 2 / second.length);

test("no text costs much more than a normal text of its length", async () => {
  const ordinary = filled(
    "<p>The dress is <strong>cut on the bias</strong>, and lined.</p><ul><li>One</li></ul>",
  );
  const parts = [
    "<div ",
    "<div",
    "<div>",
    "<div>x</div",
    "<div>x</div>",
    "<div><",
    "</div>",
    "<div><p>",
    "<p",
    "<p>",
    "<p ",
    "<a href=",
    '<a href="',
    "<!--",
    "<!",
    "<?",
    "<![CDATA[",
    "<",
    ">",
    "&",
    "&lt;",
    "&#",
    "<img ",
    "<img>",
    "<td>",
    "<tr>x</tr>",
    "<ul></td>",
    "<svg></div>",
    "<tr><b>",
    "<select><i>",
    "<iframe>",
    "<noscript></p>",
    "<ul><li>",
    "<table><tr><td>",
    "</p>",
    "<h1>x</h1>",
    "<script",
    "<script>",
    "<style></",
    "</scrip",
  ];
  const texts = new Map([
    ...parts.map((part) => [part, filled(part)] as const),
    ...[
      ["<ul>", "</td>"],
      ["<svg>", "</div>"],
      ["<div>", "</div>"],
      ["<b>", "</i>"],
      ["<x>", "</p>"],
      ["<tr>", "<td>"],
    ].map(([first = "", second = ""]) => [first + second, halves(first, second)] as const),
    ["a tag without an end", `<div${" ".repeat(longest)}`],
    ["one name", `<${"a".repeat(longest)}`],
    ["spaces before an end", `<div>${`</div${" ".repeat(98)}`.repeat(longest / 103)}`],
    ["attributes", `<p ${filled("a=1 ")}>x</p>`],
    ["an address", `<a href="${filled(":/ ")}">x</a>`],
    ["white space", `a${" ".repeat(longest)}b`],
  ]);
  for (const [name, text] of texts) {
    const excess = await excessCost(
      () => write(text),
      () => write(ordinary),
      { maxRatio: 40 },
    );
    expect([name, excess]).toEqual([name, null]);
  }
});

function write(html: string): void {
  try {
    writtenRichText(html, "content", "policy");
  } catch {
    // A rejection is as good as a sanitized text.
  }
}

test("keeps links to web, mail and own addresses, and marks external ones nofollow", () => {
  const table: [string, string][] = [
    [
      '<a href="https://a.example/">x</a>',
      '<a href="https://a.example/" rel="noopener nofollow">x</a>',
    ],
    ['<a href="/contact" target="_blank">x</a>', '<a href="/contact">x</a>'],
    ['<a href="mailto:a@b.example">x</a>', '<a href="mailto:a@b.example">x</a>'],
    ['<a href="javascript:alert(1)">x</a>', "<a>x</a>"],
    ['<a href=" jAvaScript:alert(1)">x</a>', "<a>x</a>"],
    ['<a href="java&#x0a;script:alert(1)">x</a>', "<a>x</a>"],
    ['<a href="data:text/html,<script>">x</a>', "<a>x</a>"],
    ['<a href="//evil.example">x</a>', "<a>x</a>"],
    ['<a href="vbscript:x">x</a>', "<a>x</a>"],
  ];
  for (const [dirty, clean] of table)
    expect([dirty, sanitizeRichText(dirty)]).toEqual([dirty, clean]);
});

test("removes everything that runs scripts or loads resources", () => {
  const allowed =
    /^<\/?(?:p|br|strong|em|b|i|u|s|sub|sup|ul|ol|li|h2|h3|h4|a|blockquote|table|caption|thead|tbody|tfoot|tr|th|td)(?: (?:href|rel|colspan|rowspan|scope)="[^"<>]*")*(?: \/)?>$/;
  for (const html of hostileHtml) {
    const clean = sanitizeRichText(html);
    for (const tag of clean.match(/<[^>]*>?/g) ?? [])
      expect([html, tag]).toEqual([html, expect.stringMatching(allowed)]);
    // A scheme is harmless in text, but not in a URL.
    expect(clean).not.toMatch(/(?:href|src)="\s*(?:javascript|data|vbscript|blob|file):/i);
    expect(sanitizeRichText(clean)).toBe(clean);
  }
});

test("plain text has the words on one line", () => {
  expect(plainText("<p>Fish &amp;\n chips</p><ul><li>a&nbsp;b</li></ul>")).toBe("Fish & chips a b");
});

const written = (html: string) => writtenRichText(html, "content", "policy");

test("a text without visible content is rejected with a hint; empty paragraphs count as an empty text", () => {
  expect(written("<p>Hello<script>x</script></p>")).toBe("<p>Hello</p>");
  for (const empty of ["", " ", "<p></p>", "<p><br></p>\n<p>&nbsp;</p>", "<p>\u200b&shy;</p>"])
    expect(written(empty)).toBe("");
  for (const html of [
    "<script>alert(1)</script>",
    "<img src=x>",
    "<p><iframe src='/'></iframe></p>",
  ])
    expect(() => written(html)).toThrow("content: None of this can be shown.");
});

test.each([
  ["as characters", `a${"\u0315".repeat(20)}${"\u0316".repeat(20)}`],
  ["as entities", `<p>a${"&#x315;".repeat(20)}${"&#790;".repeat(20)}</p>`],
  ["between tags", `<p>a${"<b>\u0315\u0316</b>".repeat(20)}</p>`],
])("accents that are stacked %s are rejected", (_name, html) => {
  expect(() => writtenRichText(html, "description", "product")).toThrow(/at most 32/);
});

test("accents of real languages are kept", () => {
  const text = "<p>Tiếng Việt, Übergrößen, हिन्दी में, الْعَرَبِيَّة, שָׁלוֹם, e\u0301\u0327</p>";
  expect(writtenRichText(text, "description", "product")).toBe(text);
});
