import { moduleScriptTag, nonceAttribute, preloadStart } from "./router-internals.server.ts";

const scriptEnd = "</script>";

// The deferred module's files are all requested at once and then run, so that no imports are discovered one after
// another.
const start =
  "{let d=document,w=d.currentScript.previousElementSibling," +
  "a=(t,p)=>d.head.append(Object.assign(d.createElement(t),p));" +
  "requestAnimationFrame(()=>setTimeout(()=>{" +
  "for(let f of w.dataset.files.split(' '))f&&a('link',{rel:'modulepreload',href:f});" +
  "a('script',{type:'module',textContent:w.textContent})}))}";

/**
 * Starts the page's modules one frame after the HTML is parsed, so that text, styles and the first image come first.
 * Scripts without the nonce come from a store's text and stay unchanged.
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
