import { tordoHelp } from "../help/tordo.ts";
import type { DemoPolicy } from "../store-types.ts";
import { listItems } from "./list-items.ts";

const refund = `
<p>If it isn't right, send it back within {{returnDays}} days of getting it. We only ask that it hasn't been used: a bag can be tried with your things in it at home, shoes on a rug.</p>
<h2>What to do</h2>
<ol>
<li>Fill in the form on the <a href="/returns">returns page</a>.</li>
<li>Inês writes back with the address and, within the EU, a label.</li>
<li>Send it. Any box will do, so long as it is a box.</li>
<li>Joaquim looks it over, and we send the money.</li>
</ol>
<h2>The money</h2>
<p>Your refund goes to your payment method and takes <strong>{{refundDays}} business days</strong> after we receive the parcel. If you return the whole order within 14 days, we also refund the shipping.</p>
<h2>Broken on the way</h2>
<p>Tell us <strong>within {{damageReportHours}} hours</strong>, with a photo if you can: <a href="mailto:{{email}}">{{email}}</a>. We repair, replace or refund it at our cost.</p>
<h2>What we can't take back</h2>
<ul>
${listItems(tordoHelp.nonReturnable)}
</ul>
<h2>Guarantee</h2>
<p>The law protects you against defects, in Portugal for three years, and nothing here shortens that. In addition, we give you a <strong>{{warrantyYears}}-year limited warranty</strong> on our own mistakes. After that there are repairs, for the price of thread and time.</p>`;

const shipping = `
<p>We pack on weekdays, before the courier comes at the end of the afternoon. In Portugal, <strong>postage is free on orders over {{freeShippingThreshold}}</strong>, and {{standardPrice}} up to that.</p>
<h2>When it comes</h2>
<p>Give us {{processingDays}} business days to finish and pack; Next Day orders go first, and leave on the same weekday if they come in before {{cutOff}}. With Standard shipping, an order to Portugal arrives {{deliveryDays}} business days after you place it. Other countries take longer; the checkout shows the dates, and the <a href="/shipping-info">shipping page</a> has the whole table.</p>
<h2>Outside the Union</h2>
<p>Your country may charge customs duties. We always write the true value on the form.</p>
<h2>Where is it?</h2>
<p>See <a href="/order-tracking">order tracking</a>, or <a href="/contact">ask us</a>. We know most of the couriers by name.</p>`;

const privacy = `
<p>Short, because we don't do much.</p>
<ul>
<li>Your order: kept ten years for the tax office. If you ask us sooner, we remove your name, address lines, phone number and email from it. We keep the items, the amounts, the dates and the location that the tax was calculated for.</li>
<li>Your card: never seen by us, only by the payment provider.</li>
<li>Your shoe size: on a card in a drawer, if you buy welted boots. Say the word and we tear it up.</li>
<li>Postcards: your email, after you have confirmed it, until you've had enough.</li>
</ul>
<h2>Your cart</h2>
<p>The one on the screen is stored in your browser. To work out the prices, the postage and any code, your browser sends us what is in it, without your name. We keep it only once you order.</p>
<h2>Counting visitors</h2>
<p>We count pages without names. Nothing on this site follows you elsewhere.</p>
<h2>Asking</h2>
<p>Write to <a href="mailto:{{email}}">{{email}}</a> or use the <a href="/contact">contact page</a> for a copy of your data or to have it deleted. The authority is the Comissão Nacional de Proteção de Dados in Lisbon.</p>`;

const terms = `
<p>You order, we make sure it's there, you pay, we send it. The rest in more words:</p>
<h2>Buying</h2>
<p>The sale is made when your payment is confirmed. While you pay, the item is set aside for you. If the payment doesn't come, it goes back on the hook.</p>
<h2>Prices</h2>
<p>In euro. Prices include IVA (VAT) where it is due. The postage is added before you pay. Outside the European Union, your country may charge customs duties, which are not part of our total. If a price changed since you added something to your cart, we show you the new one and ask.</p>
<h2>Handwork</h2>
<p>Leather has scars and no two hides take color alike. What you get may differ from the picture as one loaf differs from the next.</p>
<h2>Codes</h2>
<p>One per order. Some have a minimum, some end, some run out.</p>
<h2>Law</h2>
<p>Portuguese law, together with whatever protects you at home. Complaints can be entered in the electronic <em>Livro de Reclamações</em>.</p>`;

const legal = `
<p><strong>Tordo</strong> is made up, like its ferry and its dog: a second shop that shows how one house can hold several. Nothing here can be delivered, and test payments move no money.</p>
<h2>Published by</h2>
<p>Oficina Tordo, Rua do Curtidor 27, 1300-027 Lisboa, Portugal</p>
<p><a href="mailto:{{email}}">{{email}}</a></p>
<h2>Drawings</h2>
<p>The pictures were drawn for this shop. Any likeness to a tram is intended.</p>`;

export const tordoPolicies: DemoPolicy[] = [
  { type: "PRIVACY_POLICY", title: "Privacy", content: privacy },
  { type: "SHIPPING_POLICY", title: "Postage and delivery", content: shipping },
  { type: "REFUND_POLICY", title: "Returns and refunds", content: refund },
  { type: "TERMS_OF_SERVICE", title: "Terms of sale", content: terms },
  { type: "LEGAL_NOTICE", title: "Legal notice", content: legal },
];
