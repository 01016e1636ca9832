const preload = /<link rel="modulepreload"[^>]*\/?>/g;
const module = /<script type="module" async="">([\s\S]*?)<\/script>/g;
// React has read nothing yet when this runs: the text of the module waits in the page until a frame has been painted.
const start =
  "<script>requestAnimationFrame(()=>setTimeout(()=>{const d=document,s=d.createElement('script');s.type='module';s.textContent=d.querySelector('script[type=\"text/module\"]').textContent;d.head.append(s)}))</script>";

/** Starts the page's modules one frame after the HTML is parsed, so that text, styles and the first picture come first. */
export function deferHydration(html: string): string {
  return html
    .replace(preload, "")
    .replace(module, (_, code: string) => `<script type="text/module">${code}</script>${start}`);
}
