import { moduleScriptTag, nonceAttribute, preloadStart } from "./router-internals.server.ts";

const scriptEnd = "</script>";

// Starts the module once the page is painted and its main image is loaded, so that they don't compete for the network;
// at the latest after 3 s or at a click or key press. Preloads all the module's files at once, because the browser
// would find its imports only one after another.
const start =
  "{let d=document,w=d.currentScript.previousElementSibling,i=d.querySelector('img[fetchpriority=high]')," +
  "a=(t,p)=>d.head.append(Object.assign(d.createElement(t),p))," +
  "g=()=>{if(w){for(let f of w.dataset.files.split(' '))f&&setTimeout(a,0,'link',{rel:'modulepreload',href:f});" +
  "setTimeout(a,0,'script',{type:'module',textContent:w.textContent});w=0}}," +
  "n=()=>requestAnimationFrame(()=>setTimeout(g))," +
  "p=()=>!i||i.complete?n():i.onload=i.onerror=n," +
  "o=window.PerformanceObserver;" +
  "o?.supportedEntryTypes?.includes('paint')?" +
  "new o(l=>l.getEntriesByName('first-contentful-paint')[0]&&p()).observe({type:'paint',buffered:!0}):p();" +
  "for(let t of['pointerdown','keydown'])addEventListener(t,g,{once:!0});setTimeout(g,3e3)}";

/**
 * Starts the page's modules after its first paint, so that text, styles and the first image are loaded first. Scripts
 * without the nonce come from a store's text and are left unchanged.
 */
export function deferHydration(html: string, nonce: string): string {
  const mark = nonceAttribute(nonce);
  const module = moduleScriptTag(nonce);
  const files: string[] = [];
  let page = "";
  let at = 0;
  for (
    let link = html.indexOf(preloadStart);
    link !== -1;
    link = html.indexOf(preloadStart, link + 1)
  ) {
    const end = html.indexOf(">", link) + 1;
    if (!html.slice(link, end).includes(mark)) continue;
    const href = link + preloadStart.length;
    files.push(html.slice(href, html.indexOf('"', href)));
    page += html.slice(at, link);
    at = end;
  }
  const begin = html.indexOf(module, at);
  if (begin === -1) return page + html.slice(at);
  const end = html.indexOf(scriptEnd, begin);
  const code = html.slice(begin + module.length, end);
  const waiting =
    `<script${mark} type="text/module" data-files="${files.join(" ")}">${code}${scriptEnd}` +
    `<script${mark}>${start}${scriptEnd}`;
  return page + html.slice(at, begin) + waiting + html.slice(end + scriptEnd.length);
}
