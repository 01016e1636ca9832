import { expect, test } from "vitest";
import { plainText, sanitizeRichText } from "./rich-text.ts";

test("what a description is made of stays", () => {
  const html =
    '<h2>Cut</h2><p>On the <strong>bias</strong>,<br /> <em>twice</em></p><ul><li>One</li></ul><blockquote>Yes</blockquote><table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table>';
  expect(sanitizeRichText(html)).toBe(html);
});

test("links keep web, mail and own addresses; foreign ones vouch for nothing", () => {
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

// Each is a way scripts got through some sanitizer; what is left must hold no tag beyond the list and no handler.
const hostile = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<math><mi//xlink:href='data:x,<script>alert(1)</script>'>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<object data='javascript:alert(1)'>",
  "<embed src='javascript:alert(1)'>",
  "<form action='javascript:alert(1)'><button>x</button></form>",
  "<input onfocus=alert(1) autofocus>",
  "<details open ontoggle=alert(1)>",
  "<video><source onerror=alert(1)></video>",
  "<p onclick=alert(1) style='background:url(javascript:alert(1))' class=x id=y>t</p>",
  "<style>@import 'javascript:alert(1)';</style>",
  "<link rel=stylesheet href='javascript:alert(1)'>",
  "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
  "<base href='javascript:/a/'>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<<script>alert(1)//<</script>",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
  "<template><script>alert(1)</script></template>",
  "<p><!--><img src=x onerror=alert(1)>--></p>",
  "<![CDATA[<script>alert(1)</script>]]>",
  "<textarea></textarea><img src=x onerror=alert(1)>",
  "<xmp><p title='</xmp><img src=x onerror=alert(1)>'></xmp>",
  "<a href=x\u0000 onmouseover=alert(1)>x</a>",
  "<table background='javascript:alert(1)'><tr><td>1</table>",
  "<b\u000bonclick=alert(1)>x</b>",
  "<strong><iframe/src=javascript:alert(1)>",
  `${"<b>".repeat(2000)}deep`,
];

test("nothing that runs or loads gets through", () => {
  const allowed =
    /^<\/?(?:p|br|strong|em|b|i|u|ul|ol|li|h2|h3|h4|a|blockquote|table|caption|thead|tbody|tfoot|tr|th|td)(?: (?:href|rel|colspan|rowspan|scope)="[^"<>]*")*(?: \/)?>$/;
  for (const html of hostile) {
    const clean = sanitizeRichText(html);
    for (const tag of clean.match(/<[^>]*>?/g) ?? [])
      expect([html, tag]).toEqual([html, expect.stringMatching(allowed)]);
    expect(clean).not.toMatch(/javascript:|data:/i);
    expect(sanitizeRichText(clean)).toBe(clean);
  }
});

test("plain text is the words on one line", () => {
  expect(plainText("<p>Fish &amp;\n chips</p><ul><li>a&nbsp;b</li></ul>")).toBe("Fish & chips a b");
});
