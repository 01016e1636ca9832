import type { DemoHelp } from "../store-types.ts";
import { accessories, men, shoes, women } from "./size-charts.ts";

export const sorvelaHelp: DemoHelp = {
  sizeCharts: [women, men, shoes, accessories],
  measuring: [
    {
      title: "Bust or chest",
      text: "Around the fullest part, tape level at the back, after a normal breath out.",
    },
    {
      title: "Waist",
      text: "Where you bend to the side, a little above the navel. No pulling in.",
    },
    { title: "Hips", text: "Around the widest part, feet together." },
    { title: "Length", text: "From the bone at the nape of the neck straight down to the waist." },
    {
      title: "Feet",
      text: "Stand on paper in the evening, mark heel and longest toe, and take the longer foot.",
    },
    {
      title: "A garment you love",
      text: "Lay it flat, close it, and measure along the lines of our drawing. Compare like with like.",
    },
  ],
  sizeTips: [
    "The charts are for your body; the drawing on each product page is for the garment.",
    "Between two sizes, take the larger in wool and rigid denim, the smaller in jersey.",
    "Unisex items use the men's chart. Women usually take one size down.",
    "Coats are cut to go over a sweater. Don't size up for it.",
    "Not sure? Send us two measurements and we'll suggest a size.",
  ],
  shippingSteps: [
    {
      title: "You order",
      text: "Your items are taken off the rail and set aside the moment you start to pay.",
    },
    {
      title: "We check and pack",
      text: "Every seam is looked over once more. This takes {{processingDays}} business days; Next Day orders placed before {{cutOff}} leave on the same business day.",
    },
    {
      title: "It travels",
      text: "The carrier collects your box at our warehouse and brings it to you.",
    },
    {
      title: "It arrives",
      text: "Try it on at home. You have {{returnDays}} days to be sure.",
    },
  ],
  shippingNotes: [
    "Business days are Monday to Friday. Orders placed on a weekend count from Monday.",
    "We ship to street addresses and PO boxes.",
    "Items ordered together ship together, unless you ask us to send what is ready.",
    "Duties outside the United States are set by the country of arrival.",
  ],
  returnSteps: [
    {
      title: "Start here",
      text: "Enter your order number, email and reason. Send it with your email app or from the page.",
    },
    {
      title: "Get your label",
      text: "It comes by email within one business day. In the United States it's prepaid.",
    },
    {
      title: "Send it",
      text: "Pack it in a box with its tags on, and leave it at any of the courier's drop-off points.",
    },
    {
      title: "Get your refund",
      text: "{{refundDays}} business days after your parcel reaches us, to your payment method.",
    },
  ],
  returnConditions: [
    "Within {{returnDays}} days from delivery",
    "Unworn, unwashed and unaltered",
    "Tags attached, shoes in their box",
    "Damage on arrival reported within {{damageReportHours}} hours",
  ],
  nonReturnable: [
    "Items washed, altered or cut to your measurements",
    "Shoes worn outdoors: try them on a carpet",
    "Opened tins of wax and cream",
    "Items bought from someone else",
  ],
  returnFaq: [
    {
      title: "Can I exchange for another size?",
      text: "Yes. Choose 'Wrong size' as the reason and enter the size you want beside the item. We hold it for you as soon as you ask.",
    },
    {
      title: "Who pays for return shipping?",
      text: "Within the United States we do. From other countries you do, unless the mistake was ours.",
    },
    {
      title: "What if it was a gift?",
      text: "Use the order number on the card in the box. The refund goes to whoever paid, an exchange to you.",
    },
    {
      title: "I lost the tags. Can I still return it?",
      text: "Email {{email}} before you send anything. If the item is like new, we'll find a way.",
    },
  ],
  faq: [
    {
      title: "When will my order arrive?",
      text: "With Standard, {{deliveryDays}} business days after you order in the United States, Canada and Europe, and longer elsewhere. The product page shows dates for your country, and order tracking shows the status of your order.",
    },
    {
      title: "Will a sold-out item come back?",
      text: "Often, in small lots. Choose the size that is crossed out and leave your email. We'll write once, when it's back.",
    },
    {
      title: "Can you shorten it for me?",
      text: "Hems and sleeves, yes, if you live near Milan and bring the item to the studio. Elsewhere a good tailor can: we leave allowance where it helps.",
    },
  ],
  warranty: {
    title: "Warranty",
    text: "{{warrantyYears}}-year limited warranty against manufacturing defects, in addition to your legal rights. Send a photo to {{email}} and we'll repair, replace or refund it.",
  },
  company: [
    {
      title: "About",
      text: "A studio of six, founded over a framer's shop in Milan. Everything we sell was drawn on our own table.",
      email: "hello@sorvela.example",
    },
    {
      title: "Careers",
      text: "We take one apprentice a year in pattern cutting. Send a drawing, not a résumé.",
      email: "work@sorvela.example",
    },
    {
      title: "Press",
      text: "Pictures, drawings and samples for a story. Tell us when it is due.",
      email: "press@sorvela.example",
    },
    {
      title: "Partners",
      text: "Shops with a mirror and a chair: we sell to a few, in person.",
      email: "partners@sorvela.example",
    },
  ],
};
