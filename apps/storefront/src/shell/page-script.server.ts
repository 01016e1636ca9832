import {
  badgeMaximum,
  headerOpaqueAtPx,
  scrollKey,
  scrollToTopAtPx,
} from "@vetrina/commerce/constants";
import { placeToTop } from "./place-to-top.ts";

/**
 * The text of an inline script that runs before the page's modules (its hash is in the Content-Security-Policy). It:
 * - writes the cart's count from local storage into [data-cart-count]; the storage key is in <html data-cart>;
 * - sets <html data-scrolled> while the page is scrolled further than headerOpaqueAtPx;
 * - restores the scroll position, in place of React Router's <ScrollRestoration>, whose script is longer;
 * - scrolls to the top for [data-to-top];
 * - opens the popover of a button and focuses its [data-focus] during the click itself, because phones show their
 *   keyboard only then;
 * - sets <html data-waiting>, and keeps clicks on [data-replay] inside of [data-waiting] for `replayClicks`, which
 *   repeats them once React is ready.
 * Plain JavaScript. React takes over the same elements afterwards. A page without modules also places its back-to-top
 * button here.
 */
export function pageScript(noJs: boolean): string {
  return noJs ? `${early}\n;(${placeToTop.toString()})(${scrollToTopAtPx})` : early;
}

const early = `{
let d=document,r=d.documentElement,n=0,h=history.state,q=window.replay=[],s=()=>r.toggleAttribute("data-scrolled",scrollY>${headerOpaqueAtPx});
try{let c=JSON.parse(localStorage[r.dataset.cart]);for(let i of c.items||c)n+=Math.max(0,i.quantity|0)}catch{}
if(n)for(let e of d.querySelectorAll("[data-cart-count]"))e.textContent=n>${badgeMaximum}?"${badgeMaximum}+":n;
h?.key||history.replaceState(h={key:Math.random().toString(32).slice(2)},"");
try{let y=JSON.parse(sessionStorage.${scrollKey})[h.key];y>=0&&scrollTo(0,y)}catch{}
s();addEventListener("scroll",s);
r.dataset.waiting="";
d.addEventListener("click",e=>{
let u=x=>e.target.closest?.(x),t=u("[data-replay]"),o=u("[popovertarget]"),p=o?.popoverTargetElement,i=p?.querySelector("[data-focus]"),g=()=>e.preventDefault();
if(t?.closest("[data-waiting]"))g(q.push(t));
if(u("[data-to-top]"))g(scrollTo(0,0));
if(i&&!p.matches(":popover-open"))p.showPopover({source:o}),g(i.focus())
},!0)
}`;
