import { sorvelaHelp } from "../help/sorvela.ts";
import type { DemoPolicy } from "../store-types.ts";
import { listItems } from "./list-items.ts";

const refund = `
<p>You have {{returnDays}} days from delivery to change your mind. Items come back unworn, with their tags, in their own box or another that protects them as well.</p>
<h2>How to return</h2>
<ol>
<li>Start the return on the <a href="/returns">returns page</a> with your order number and email.</li>
<li>We answer within one business day with an address and a label.</li>
<li>Hand the parcel in. Keep the receipt until you hear from us.</li>
<li>We look it over on the table where it was cut and send your refund.</li>
</ol>
<p>Within the United States the label is prepaid and the return costs you nothing. From other countries you pay for the return, unless the mistake was ours.</p>
<h2>When the money arrives</h2>
<p>Refunds go to your payment method and take <strong>{{refundDays}} business days</strong> after your parcel reaches us. You get back the price of what you returned, with its tax. The original shipping is refunded when the whole order comes back within 14 days, or when the fault was ours.</p>
<h2>If something is damaged or wrong</h2>
<p>Tell us <strong>within {{damageReportHours}} hours</strong> of delivery, with a photograph if you can, at <a href="mailto:{{email}}">{{email}}</a>. We replace it, repair it or refund it, as you prefer. The return costs you nothing, from any country.</p>
<h2>Not returnable</h2>
<ul>
${listItems(sorvelaHelp.nonReturnable)}
</ul>
<h2>Warranty</h2>
<p>Every item carries a <strong>{{warrantyYears}}-year limited warranty</strong> against manufacturing defects: a seam that opens, a zipper that fails, a sole that parts. Wear, moths and washing machines are not defects, but ask anyway; we mend a good deal. Your rights under the law stay as they are.</p>`;

const shipping = `
<p>Our clothes are designed in Milan and sent from our warehouse in New Jersey. <strong>Standard shipping is free on orders over {{freeShippingThreshold}}</strong>; up to and including that amount it costs {{standardPrice}}.</p>
<h2>How long it takes</h2>
<p>Processing takes {{processingDays}} business days. With Standard, count on delivery {{deliveryDays}} business days after you order in the United States, Canada and Europe, and longer elsewhere. The product page and the checkout name dates for your own address, and the <a href="/shipping-info">shipping page</a> lists each method and zone.</p>
<h2>Express and Next Day</h2>
<p>Express Worldwide becomes free above a threshold that depends on the zone. Next Day is offered in the United States: we pack it first. An order placed before {{cutOff}} leaves on the same business day and arrives on the next one.</p>
<h2>Duties</h2>
<p>Prices are in US dollars. Outside the United States, duties and import tax are set by the country of arrival and are not part of our total.</p>
<h2>Order status</h2>
<p><a href="/order-tracking">Order tracking</a> shows the status of your order. You need your order number and email. If your order is late, <a href="/contact">write to us</a> and we'll look into it.</p>`;

const privacy = `
<p>We keep only the data that we need for your order and your account, and only as long as we need it.</p>
<h2>What we hold</h2>
<ul>
<li><strong>Orders:</strong> name, addresses, email, telephone if you give one, what you bought. Tax law has us keep order records for ten years. If you delete your data sooner, we remove your name, address lines, phone number and email from them. We keep the items, the amounts, the dates and the location that the tax was calculated for.</li>
<li><strong>Payments:</strong> the provider's reference and the last state of the payment. Card numbers go to the provider and never reach us.</li>
<li><strong>Letters from the cutting room:</strong> your email, once you have confirmed it, until you unsubscribe.</li>
<li><strong>Reviews:</strong> the name you sign with and what you write.</li>
</ul>
<h2>What stays in your browser</h2>
<p>Your cart is stored on your own device, and so is your wishlist unless you are signed in. To work out prices, shipping, tax and discounts, your browser sends us the items in your cart, and the country or code you try, without your name. We store them when you place an order.</p>
<h2>Measuring</h2>
<p>We count page views and sales without knowing who you are. We use no advertising pixels.</p>
<h2>Who else sees it</h2>
<p>Carriers get your address, payment providers the amount, and our email service your email. We don't sell your data.</p>
<h2>Your rights</h2>
<p>Ask for a copy, a correction or the deletion of your data at <a href="mailto:{{email}}">{{email}}</a> or through the <a href="/contact">contact page</a>. We answer within 30 days. You may also complain to the Garante per la protezione dei dati personali in Rome.</p>`;

const terms = `
<p>These terms apply between Sorvela and anyone who orders here. By placing an order you accept them.</p>
<h2>The order</h2>
<p>Your order is an offer. We accept it when the payment is confirmed, and the confirmation page and email say so. Items are held for you while you pay. If you don't pay in time, they go back on sale.</p>
<h2>Prices</h2>
<p>Prices are in US dollars and exclude tax, which is added in the cart before you pay. If a price changes between cart and checkout, we show you the new total and ask again. If a price is obviously a mistake, we may cancel the order and refund it in full.</p>
<h2>Pictures and measurements</h2>
<p>Garments are measured flat by hand; allow one centimeter either way. Colors depend on your screen. Undyed cloth varies from lot to lot.</p>
<h2>Codes</h2>
<p>One discount code per order. Codes have no cash value and may carry a minimum, an expiry date or a number of uses.</p>
<h2>Liability</h2>
<p>We are fully liable for intent and gross negligence. Otherwise our liability is limited to the value of the order. Nothing here takes away a right that consumer law gives you.</p>
<h2>Law</h2>
<p>Italian law applies. If you are a consumer, the protection of the law where you live applies as well.</p>`;

const legal = `
<p><strong>Sorvela</strong> is an invented brand, shown to demonstrate this shop. Its items don't exist, and payments in the test environment move no money.</p>
<h2>Publisher</h2>
<p>Sorvela Studio, Via dei Tagliatori 9, 20144 Milano MI, Italy</p>
<p>Email: <a href="mailto:{{email}}">{{email}}</a></p>
<h2>Responsible for the content</h2>
<p>The studio, at the address above.</p>
<h2>Pictures and type</h2>
<p>All pictures are drawings made for this shop. Typefaces are used under the SIL Open Font License.</p>
<h2>Complaints</h2>
<p>Write to us first; we answer within two business days. We take no part in dispute resolution before a consumer arbitration board.</p>`;

export const sorvelaPolicies: DemoPolicy[] = [
  { type: "PRIVACY_POLICY", title: "Privacy policy", content: privacy },
  { type: "SHIPPING_POLICY", title: "Shipping policy", content: shipping },
  { type: "REFUND_POLICY", title: "Return and refund policy", content: refund },
  { type: "TERMS_OF_SERVICE", title: "Terms of service", content: terms },
  { type: "LEGAL_NOTICE", title: "Legal notice", content: legal },
];
