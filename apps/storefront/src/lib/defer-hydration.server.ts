const preload = '<link rel="modulepreload" href="';
const module = '<script type="module" async="">';
const moduleEnd = "</script>";

// The waiting module's files are asked for together, then it runs: nothing is discovered step by step.
const start =
  "<script>requestAnimationFrame(()=>setTimeout(()=>{" +
  "const d=document,w=d.querySelector('script[type=\"text/module\"]'),s=d.createElement('script');" +
  "w.dataset.files.split(' ').forEach(f=>{if(f){const l=d.createElement('link');l.rel='modulepreload';l.href=f;d.head.append(l)}});" +
  "s.type='module';s.textContent=w.textContent;d.head.append(s)}))</script>";

/** Starts the page's modules one frame after the HTML is parsed, so that text, styles and the first picture come first. */
export function deferHydration(html: string): string {
  const files: string[] = [];
  let page = "";
  let at = 0;
  for (let link = html.indexOf(preload); link !== -1; link = html.indexOf(preload, at)) {
    const href = link + preload.length;
    files.push(html.slice(href, html.indexOf('"', href)));
    page += html.slice(at, link);
    at = html.indexOf(">", href) + 1;
  }
  const begin = html.indexOf(module, at);
  if (begin === -1) return page + html.slice(at);
  const end = html.indexOf(moduleEnd, begin);
  const code = html.slice(begin + module.length, end);
  const waiting = `<script type="text/module" data-files="${files.join(" ")}">${code}</script>${start}`;
  return page + html.slice(at, begin) + waiting + html.slice(end + moduleEnd.length);
}
