import { createHash } from "node:crypto";
import { apiDocsScript } from "./script.ts";

/**
 * The pages' only style sheet. The Content-Security-Policy allows it by its hash, so pages contain the text unchanged.
 */
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
.top{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 2rem;padding:.75rem var(--gutter);border-bottom:1px solid var(--ink);max-width:90rem;margin:auto}
.home{display:inline-flex;align-items:center;min-height:2.75rem;color:inherit;font-weight:700;text-decoration:none}
.search{display:flex;align-items:center;gap:.5rem;flex:1 1 16rem;max-width:32rem}
.search label{font-weight:600}
input,textarea,button{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--edge);border-radius:0;min-height:2.75rem;padding:.4rem .75rem;min-width:0}
.search input{flex:1;width:100%}
button{font-weight:600;border-color:var(--ink);cursor:pointer}
button:hover{background:var(--tissue)}
h1,section>h2{font-family:var(--display);font-weight:800;text-transform:uppercase;letter-spacing:-.02em;margin:0}
h1{font-size:clamp(2.75rem,7vw,5rem);line-height:.94;padding-top:2rem}
main:focus{outline:none}
section{padding-top:3rem}
section>h2{font-size:clamp(1.75rem,4vw,2.5rem);line-height:1}
main p{max-width:68ch;margin:.75rem 0 0}
main .lead{font-size:1.125rem;margin-top:1rem}
.facts{display:flex;flex-wrap:wrap;gap:.5rem 2rem}
.list{list-style:none;margin:1rem 0 0;padding:0}
.list li{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.25rem 2rem;padding:.55rem 0;border-bottom:1px solid var(--line)}
.list li:target{background:var(--tissue)}
.list a{display:inline-flex;align-items:center;min-height:1.75rem}
.list .address{margin:0;font-size:.875rem}
.names{columns:16rem;column-gap:2rem}
.on-page{margin:1rem 0 0;padding:0;list-style:none;columns:18rem;column-gap:2rem}
.on-page a{display:flex;align-items:center;min-height:2rem}
.page{max-width:90rem;margin:auto;padding:0 var(--gutter) 4rem}
nav ul{list-style:none;margin:0;padding:0}
nav ul{display:flex;flex-wrap:wrap;gap:0 1.25rem;padding:.75rem 0;border-bottom:1px solid var(--line)}
nav [aria-current]{text-decoration:underline;text-decoration-thickness:2px}
nav a{display:inline-flex;align-items:center;min-height:2.75rem;color:inherit;font-weight:600;text-decoration:none}
nav a:hover{text-decoration:underline}
main{min-width:0}
h2 a{color:inherit;text-decoration:none}
h2 a:hover{text-decoration:underline}
.call{border-top:1px solid var(--line);margin-top:2.5rem;padding-top:2rem}
.call:target{border-top:2px solid var(--chalk)}
.call h2{font-size:1.25rem;line-height:1.35;margin:0;font-weight:700}
.address{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem .75rem;margin:.5rem 0 0;font-family:var(--code);font-size:.9375rem}
.method{font:700 .8125rem/1 var(--code);border:1px solid currentColor;padding:.3rem .45rem}
.get{color:var(--moss)}.post{color:var(--chalk)}.put{color:var(--amber)}.delete{color:var(--pin)}
.key{font-size:.8125rem}.key,.who,.key-form p{color:var(--graphite)}
h3{font-size:.875rem;line-height:1.45;margin:1.75rem 0 0;font-weight:700}
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
details h3{margin-top:.5rem}
.key-form{display:none;border:1px solid var(--edge);padding:1rem;margin-top:1.5rem;gap:.5rem;grid-template-columns:1fr auto}
.key-form label,.key-form p{grid-column:1/-1;margin:0}
.key-form label{font-weight:600}
.try{display:none}
.alive .try{display:block}
.alive .key-form{display:grid}
.try form{display:grid;gap:.35rem;padding-bottom:1.25rem}
.try form p{margin:0 0 .5rem}
.try label{font-size:.875rem;font-weight:600;margin-top:.5rem}
@media (min-width:48rem){.try form{grid-template-columns:minmax(0,14rem) minmax(0,32rem);align-items:center}.try label{margin:0}.try form p,.try button,.try output,.try textarea,.try label:has(+textarea){grid-column:1/-1}}
.try textarea{font:.875rem/1.55 var(--code);width:100%;resize:vertical}
.try button{justify-self:start;padding:.4rem 1.5rem;margin-top:.75rem;background:var(--ink);color:var(--paper)}
.try button:hover{background:var(--graphite)}
.try output{display:block;margin-top:.75rem}
.try output pre{max-height:30rem;overflow:auto}
.foot{border-top:1px solid var(--ink);max-width:90rem;margin:auto;padding:2rem var(--gutter) 4rem;color:var(--graphite)}
@media (min-width:64rem){
.page{display:grid;grid-template-columns:15rem minmax(0,1fr);gap:4rem}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto;padding:2rem 0;border-right:1px solid var(--line)}
nav ul{display:block;border:0;padding:0}
nav a{min-height:2rem}
}
@media print{nav,.skip,.search,.try,.key-form{display:none!important}details::details-content{content-visibility:visible}}
`;

/** The Content-Security-Policy of the pages: allows their own style sheet and script, and calls to this server. */
export const apiDocsPolicy = [
  "default-src 'none'",
  `style-src ${hashOf(apiDocsStyle)}`,
  `script-src ${hashOf(apiDocsScript)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
