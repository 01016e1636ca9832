import { badgeMaximum, headerOpaqueAtPx, scrollToTopAtPx } from "@vetrina/commerce/constants";
import { placeToTop } from "./place-to-top.ts";

/**
 * What the page does before its modules run, as the text of an inline script (its hash is in the
 * Content-Security-Policy):
 * - writes the cart's count from local storage into [data-cart-count]; the storage key is in <html data-cart>;
 * - sets <html data-scrolled> once the page has scrolled;
 * - scrolls to where the page was left, as React Router's <ScrollRestoration> does, whose script is twice as long;
 * - scrolls to the top for [data-to-top];
 * - opens the popover of a button and focuses its [data-focus] during the press itself, because phones show their
 *   keyboard only then;
 * - sets <html data-waiting>, and keeps clicks on [data-replay] inside of [data-waiting] for `replayClicks`, which
 *   repeats them once React is ready.
 * Plain JavaScript. React takes over the same elements afterwards. A page without modules also places its back-to-top
 * button here.
 */
export function pageScript(noJs: boolean): string {
  return noJs ? `${early}\n;(${placeToTop.toString()})(${scrollToTopAtPx})` : early;
}

/** Where the session keeps the positions of pages, by the key of their history entry. */
export const scrollKey = "scroll";

const early = `(()=>{
var d=document,r=d.documentElement,n=0;
try{var c=JSON.parse(localStorage.getItem(r.dataset.cart));(c&&c.items||c||[]).forEach(i=>{n+=i.quantity>0?Math.floor(i.quantity):0})}catch(e){}
if(n)d.querySelectorAll("[data-cart-count]").forEach(e=>{e.textContent=n>${badgeMaximum}?"${badgeMaximum}+":n});
var h=history.state;
h&&h.key||history.replaceState(h={key:Math.random().toString(32).slice(2)},"");
try{var y=JSON.parse(sessionStorage.getItem("${scrollKey}"))[h.key];if(y>=0)scrollTo(0,y)}catch(e){}
var s=()=>r.toggleAttribute("data-scrolled",scrollY>${headerOpaqueAtPx});
addEventListener("scroll",s,{passive:true});s();
var q=window.replay=[];r.dataset.waiting="";
d.addEventListener("click",e=>{
var u=x=>e.target.closest&&e.target.closest(x),t=u("[data-replay]"),o=u("[popovertarget]"),p=o&&o.popoverTargetElement,i=p&&p.querySelector("[data-focus]");
if(t&&t.closest("[data-waiting]")){e.preventDefault();q.push(t)}
if(u("[data-to-top]")){e.preventDefault();scrollTo(0,0)}
if(i&&!p.matches(":popover-open")){e.preventDefault();p.showPopover({source:o});i.focus()}
},true);
})()`;
