const preload = /<link rel="modulepreload" href="([^"]*)"[^>]*>/g;
const module = /<script type="module" async="">([\s\S]*?)<\/script>/g;

// The waiting module's files are asked for together, then it runs: nothing is discovered step by step.
const start =
  "<script>requestAnimationFrame(()=>setTimeout(()=>{" +
  "const d=document,w=d.querySelector('script[type=\"text/module\"]'),s=d.createElement('script');" +
  "w.dataset.files.split(' ').forEach(f=>{if(f){const l=d.createElement('link');l.rel='modulepreload';l.href=f;d.head.append(l)}});" +
  "s.type='module';s.textContent=w.textContent;d.head.append(s)}))</script>";

/** Starts the page's modules one frame after the HTML is parsed, so that text, styles and the first picture come first. */
export function deferHydration(html: string): string {
  const files = [...html.matchAll(preload)].map(([, href]) => href);
  return html
    .replace(preload, "")
    .replace(
      module,
      (_, code: string) =>
        `<script type="text/module" data-files="${files.join(" ")}">${code}</script>${start}`,
    );
}
