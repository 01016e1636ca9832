/**
 * What the page does before its modules run, as the text of an inline script (its hash stands in the security policy):
 * - writes the bag's count from local storage into [data-bag-count]; the key is in <html data-bag>;
 * - sets <html data-scrolled> after 50 px and <html data-far> after 300 px of scroll;
 * - takes [data-to-top] to the top;
 * - keeps clicks on [data-replay] for `replayClicks`, which repeats them once React answers.
 * Plain JavaScript of any age; React owns the same places afterwards.
 */
export const pageScript = `(()=>{
var d=document,r=d.documentElement,n=0;
try{var c=JSON.parse(localStorage.getItem(r.dataset.bag));(c&&c.items||c||[]).forEach(function(i){n+=i.quantity>0?Math.floor(i.quantity):0})}catch(e){}
if(n)d.querySelectorAll("[data-bag-count]").forEach(function(e){e.textContent=n>99?"99+":n});
var s=function(){r.toggleAttribute("data-scrolled",scrollY>50);r.toggleAttribute("data-far",scrollY>300)};
addEventListener("scroll",s,{passive:true});s();
var q=window.replay=[];
d.addEventListener("click",function(e){
var t=e.target.closest&&e.target.closest("[data-replay]");
if(t&&window.replay===q){e.preventDefault();q.push(t)}
if(e.target.closest&&e.target.closest("[data-to-top]")){e.preventDefault();scrollTo(0,0)}
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
