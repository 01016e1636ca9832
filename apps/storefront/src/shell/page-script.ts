/** What the back-to-top button must not cover: any part of small elements, and the text of large ones. */
const controls =
  "a,button,input,select,textarea,label,summary,output,[role=alert],[role=status],[id$=-error],[tabindex]:not(h1),.text-pin,.prose p,.prose li";
/** Fields for typing or selecting. The on-screen keyboard may cover half of the page. */
const fields = "select,textarea,input:not([type=checkbox],[type=radio])";

/**
 * What the page does before its modules run, as the text of an inline script (its hash is in the
 * Content-Security-Policy):
 * - writes the cart's count from local storage into [data-cart-count]; the storage key is in <html data-cart>;
 * - sets <html data-scrolled> after 50 px of scroll, and <html data-far> after 300 px while [data-to-top] covers no
 *   control, text or error and no field is being edited;
 * - scrolls to the top for [data-to-top];
 * - opens the popover of a button and focuses its [data-focus] during the press itself, because phones show their
 *   keyboard only then;
 * - stores the scrollbar's width in --scrollbar, for when a modal hides it;
 * - collects clicks on [data-replay] for `replayClicks`, which repeats them once React is ready.
 * Plain JavaScript. React takes over the same elements afterwards.
 */
export const pageScript = `(()=>{
var d=document,r=d.documentElement,n=0;
try{var c=JSON.parse(localStorage.getItem(r.dataset.cart));(c&&c.items||c||[]).forEach(function(i){n+=i.quantity>0?Math.floor(i.quantity):0})}catch(e){}
if(n)d.querySelectorAll("[data-cart-count]").forEach(function(e){e.textContent=n>99?"99+":n});
var s=function(){r.toggleAttribute("data-scrolled",scrollY>50)},f=0,g0=0;
var hits=(k,q)=>k.left<q.right&&k.right>q.left&&k.top<q.bottom&&k.bottom>q.top;
var has=(e,q)=>{var g=d.createRange();g.selectNodeContents(e);return[...g.getClientRects()].some(k=>k.height<100&&hits(k,q))};
var over=b=>{var q=b.getBoundingClientRect();return[...d.querySelectorAll(${JSON.stringify(controls)})].some(e=>e!==b&&[...e.getClientRects()].some(k=>
hits(k,q)&&(k.height<100||has(e,q))&&getComputedStyle(e).visibility==="visible"))};
var far=function(){f=0;
var g=d.querySelector("dialog:modal")?g0:innerWidth-r.clientWidth;if(g!==g0)r.style.setProperty("--scrollbar",(g0=g)+"px");
var b=d.querySelector("[data-to-top]"),a=d.activeElement;
r.toggleAttribute("data-far",!!b&&scrollY>300&&(a===b||!(a&&a.matches(${JSON.stringify(fields)}))&&!over(b)))};
var look=function(){f=f||requestAnimationFrame(far)};
addEventListener("scroll",function(){s();look()},{passive:true});
["resize","focusin","focusout"].forEach(function(t){addEventListener(t,look)});
new ResizeObserver(look).observe(d.body);
new MutationObserver(look).observe(d.body,{childList:true,subtree:true});
s();look();
var q=window.replay=[];
d.addEventListener("click",function(e){
var t=e.target.closest&&e.target.closest("[data-replay]");
if(t&&window.replay===q){e.preventDefault();q.push(t)}
if(e.target.closest&&e.target.closest("[data-to-top]")){e.preventDefault();scrollTo(0,0)}
var o=e.target.closest&&e.target.closest("[popovertarget]"),p=o&&o.popoverTargetElement,i=p&&p.querySelector("[data-focus]");
if(i&&!p.matches(":popover-open")){e.preventDefault();p.showPopover({source:o});i.focus()}
},true);
})()`;

type Page = { replay?: HTMLElement[] | undefined };

/** Repeats the clicks made before hydration, in order. Later ones go to React directly. */
export function replayClicks(): void {
  const page = window as unknown as Page;
  const waiting = page.replay ?? [];
  page.replay = undefined;
  for (const element of waiting) if (element.isConnected) element.click();
}
