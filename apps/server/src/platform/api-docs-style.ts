import { createHash } from "node:crypto";

/** The page's one style sheet; its hash is what the policy lets in, so the text stands in the page unchanged. */
export const apiDocsStyle = `
:root{color-scheme:light dark;--paper:#f7f8f9;--tissue:#e9edf1;--ink:#14171c;--graphite:#525a66;--edge:#717b88;--line:#d3d9e0;--chalk:#2340c7;--moss:#1d6b44;--amber:#8a5300;--pin:#b3241c;
--text:"Hanken Grotesk Variable","Hanken Grotesk",ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;
--display:"Sofia Sans Extra Condensed Variable","Sofia Sans Extra Condensed","Avenir Next Condensed","Roboto Condensed","Arial Narrow",var(--text);
--code:ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace;--gutter:clamp(1rem,2.5vw,2rem)}
@media (prefers-color-scheme:dark){:root{--paper:#0f1216;--tissue:#171b21;--ink:#e8ecf1;--graphite:#a3adba;--edge:#6b7683;--line:#2b323b;--chalk:#93a8ff;--moss:#6fd3a0;--amber:#f0b964;--pin:#ff8f86}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
body{margin:0;background:var(--paper);color:var(--ink);font:400 1rem/1.6 var(--text);overflow-wrap:anywhere}
a{color:var(--chalk);text-underline-offset:.2em;text-decoration-thickness:1px}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:2px solid var(--chalk);outline-offset:3px}
.skip{position:absolute;left:-999rem}
.skip:focus{left:var(--gutter);top:.5rem;background:var(--paper);padding:.75rem 1rem;z-index:1}
.top{padding:clamp(2rem,6vw,5rem) var(--gutter) 2rem;border-bottom:1px solid var(--ink);max-width:90rem;margin:auto}
h1,h2{font-family:var(--display);font-weight:800;text-transform:uppercase;letter-spacing:-.02em;margin:0}
h1{font-size:clamp(3.5rem,11vw,9rem);line-height:.84}
h2{font-size:clamp(2.25rem,5vw,3.5rem);line-height:.92}
.top p{max-width:60ch;font-size:1.125rem;margin:1.5rem 0 0}
.top .facts{display:flex;flex-wrap:wrap;gap:.5rem 2rem;font-size:1rem}
.page{max-width:90rem;margin:auto;padding:0 var(--gutter) 4rem}
nav ul{list-style:none;margin:0;padding:0}
nav>ul{display:flex;flex-wrap:wrap;gap:0 1.25rem;padding:.75rem 0;border-bottom:1px solid var(--line)}
nav a{display:inline-flex;align-items:center;min-height:2.75rem;color:inherit;font-weight:600;text-decoration:none}
nav a:hover{text-decoration:underline}
nav ul ul{display:none}
main{min-width:0}
.group{padding-top:4rem}
.group>h2 a,h3 a,h4 a{color:inherit;text-decoration:none}
.group>h2 a:hover,h3 a:hover,h4 a:hover{text-decoration:underline}
.call{border-top:1px solid var(--line);margin-top:2rem;padding-top:2rem}
h3{font-size:1.25rem;line-height:1.35;margin:0;font-weight:700}
.address{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem .75rem;margin:.5rem 0 0;font-family:var(--code);font-size:.9375rem}
.method{font:700 .8125rem/1 var(--code);border:1px solid currentColor;padding:.3rem .45rem}
.get{color:var(--moss)}.post{color:var(--chalk)}.put{color:var(--amber)}.delete{color:var(--pin)}
.call p{max-width:68ch;margin:.75rem 0 0}
.key{font-size:.8125rem}.key,.who{color:var(--graphite)}
h4{font-size:.875rem;line-height:1.45;margin:1.75rem 0 0;font-weight:700}
table{width:100%;table-layout:fixed;border-collapse:collapse;margin-top:.5rem;font-size:.9375rem;line-height:1.5}
th,td{text-align:left;vertical-align:top;padding:.55rem .75rem .55rem 0;border-bottom:1px solid var(--line);font-weight:400}
thead th{font-size:.8125rem;color:var(--graphite);border-bottom-color:var(--edge)}
th:first-child{width:46%}
@media (min-width:48rem){th:first-child{width:20rem}}
tbody tr:target{background:var(--tissue)}
code{font-family:var(--code);font-size:.875em}
.name{font-weight:600}
.type,.limits{display:block;color:var(--graphite);font-size:.875rem}
.needed{color:var(--ink);font-weight:600}
details{margin-top:1.25rem;border-top:1px solid var(--line);border-bottom:1px solid var(--line)}
summary{cursor:pointer;min-height:3rem;display:flex;align-items:center;font-weight:600}
summary::after{content:"+";margin-left:auto;font:400 1.25rem/1 var(--code)}
details[open]>summary::after{content:"\\2212"}
pre{margin:0 0 1rem;padding:1rem;background:var(--tissue);color:var(--ink);white-space:pre-wrap;font:.875rem/1.55 var(--code)}
details h4{margin-top:.5rem}
.foot{border-top:1px solid var(--ink);max-width:90rem;margin:auto;padding:2rem var(--gutter) 4rem;color:var(--graphite)}
@media (min-width:64rem){
.page{display:grid;grid-template-columns:15rem minmax(0,1fr);gap:4rem}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto;padding:2rem 0;border-right:1px solid var(--line)}
nav>ul{display:block;border:0;padding:0}
nav a{min-height:2rem}
nav ul ul{display:block;margin-bottom:.75rem}
nav ul ul a{font-weight:400;font-size:.875rem;color:var(--graphite);min-height:1.75rem}
}
@media print{nav,.skip{display:none}details::details-content{content-visibility:visible}}
`;

/** The Content-Security-Policy of the page: its own style sheet and nothing else. */
export const apiDocsPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(apiDocsStyle).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
