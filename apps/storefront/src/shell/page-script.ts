/** What the way to the top must not cover: any part of the small ones, and what is written on large ones. */
const controls =
  "a,button,input,select,textarea,label,summary,output,[role=alert],[role=status],[id$=-error],[tabindex]:not(h1),.text-pin,.prose p,.prose li";
/** Where something is typed or chosen: the keyboard may stand over half of the page. */
const fields = "select,textarea,input:not([type=checkbox],[type=radio])";

/**
 * What the page does before its modules run, as the text of an inline script (its hash stands in the security policy):
 * - writes the bag's count from local storage into [data-bag-count]; the key is in <html data-bag>;
 * - sets <html data-scrolled> after 50 px of scroll, and <html data-far> after 300 px while [data-to-top] covers no
 *   control, its text or an error, and no field is being typed in;
 * - takes [data-to-top] to the top;
 * - opens the popover of a button with its [data-focus] focused, in the press itself: later no phone shows its keyboard;
 * - keeps the width of the window's scrollbar in --scrollbar, for the time in which a modal takes it away;
 * - keeps clicks on [data-replay] for `replayClicks`, which repeats them once React answers.
 * Plain JavaScript; React owns the same places afterwards.
 */
export const pageScript = `(()=>{
var d=document,r=d.documentElement,n=0;
try{var c=JSON.parse(localStorage.getItem(r.dataset.bag));(c&&c.items||c||[]).forEach(function(i){n+=i.quantity>0?Math.floor(i.quantity):0})}catch(e){}
if(n)d.querySelectorAll("[data-bag-count]").forEach(function(e){e.textContent=n>99?"99+":n});
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

/** Repeats the clicks made before the page came alive, in their order; later ones go to React directly. */
export function replayClicks(): void {
  const page = window as unknown as Page;
  const waiting = page.replay ?? [];
  page.replay = undefined;
  for (const element of waiting) if (element.isConnected) element.click();
}
