import type { DemoHelp } from "../store-types.ts";
import { accessories, shoes } from "./size-charts.ts";

export const tordoHelp: DemoHelp = {
  sizeCharts: [shoes, accessories],
  measuring: [
    {
      title: "Your foot",
      text: "Heel to a wall, ruler on the floor, read at the longest toe. Do both; they differ.",
    },
    { title: "Your hand", text: "Around the knuckles without the thumb, hand open." },
    {
      title: "Your belt",
      text: "Take one that fits and measure from the buckle's bar to the hole you use.",
    },
    { title: "Your head", text: "A string over the ears and eyebrows, then the ruler." },
  ],
  sizeTips: [
    "Welted shoes start firm. If the heel lifts a little, that is right; if toes touch, it is not.",
    "Leather gives across, never along.",
    "For gloves between sizes, take the smaller: wool stretches.",
    "Tell us the shoe you wear most and we will translate.",
  ],
  shippingSteps: [
    { title: "You choose", text: "We take it off the hook and write your name on it." },
    {
      title: "We finish it",
      text: "Edges waxed, threads trimmed, box folded: {{processingDays}} business days, or the same day for Next Day orders placed before {{cutOff}}.",
    },
    {
      title: "The courier collects",
      text: "He comes at the end of the afternoon, Monday to Friday, and your parcel is on its way.",
    },
    {
      title: "You unpack",
      text: "Within Portugal that is {{deliveryDays}} business days after ordering.",
    },
  ],
  shippingNotes: [
    "The workshop door is shut on Sundays and Mondays. The parcel desk works Monday to Friday.",
    "Boots travel in their box inside a box.",
    "If you are in Lisbon, come by before you order: everything hangs on the wall.",
    "Outside the European Union, you pay any customs charges.",
  ],
  returnSteps: [
    { title: "Tell us", text: "Enter your order number, your email and the reason." },
    {
      title: "Wait a day",
      text: "Inês replies with our address, and a shipping label within the EU.",
    },
    { title: "Send it", text: "In a box, please. Leather doesn't travel well in bags." },
    {
      title: "Get your refund",
      text: "{{refundDays}} business days after we receive it, to your payment method.",
    },
  ],
  returnConditions: [
    "{{returnDays}} days from delivery",
    "Not used outdoors",
    "With its tin, dust bag or box",
    "Damage in transit reported within {{damageReportHours}} hours",
  ],
  nonReturnable: [
    "Anything stamped with initials",
    "Belts with holes you asked us to add",
    "Resoled or repaired items",
    "Balm that was opened",
    "Beanies without their tin, we're afraid",
  ],
  returnFaq: [
    {
      title: "Do you exchange shoes?",
      text: "All the time. Tell us which size you need, and we set it aside before yours is back.",
    },
    {
      title: "Who pays for return shipping?",
      text: "Within the EU we do, once per order. From other countries you do, unless the mistake was ours.",
    },
    {
      title: "Can I bring it in?",
      text: "Please. The door is green and the bell is from a tram.",
    },
  ],
  faq: [
    {
      title: "How do repairs work?",
      text: "Write to {{email}} with a photograph. We name a price. If you agree, you send us the item, and it's back in about three weeks.",
    },
    {
      title: "Can you put initials on it?",
      text: "Up to three, blind-stamped, no charge, on anything made of leather. It adds a day and means we can't take it back.",
    },
    {
      title: "Is that color coming back?",
      text: "If the tanner has the hide, yes. Choose the one that is crossed out and leave your email.",
    },
  ],
  warranty: {
    title: "Guarantee",
    text: "{{warrantyYears}}-year limited warranty against manufacturing defects, in addition to your legal rights, which last three years in Portugal. Write to {{email}}.",
  },
  company: [
    {
      title: "About",
      text: "Joaquim learned harness, Inês learned drawing. They share a bench and disagree about buckles.",
      email: "ola@tordo.example",
    },
    {
      title: "Careers",
      text: "No openings right now. If you can saddle-stitch and make coffee, say so anyway.",
      email: "trabalho@tordo.example",
    },
    {
      title: "Press",
      text: "Come in the morning, when the light is on the bench.",
      email: "imprensa@tordo.example",
    },
    {
      title: "Partners",
      text: "We supply four shops and could manage a fifth.",
      email: "parceiros@tordo.example",
    },
  ],
};
