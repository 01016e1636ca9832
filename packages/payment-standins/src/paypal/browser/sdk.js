import { createButtons } from "./buttons.js";
import { createCardFields } from "./card-fields.js";
import { createHostedFields } from "./hosted-fields.js";

/**
 * Sets window.paypal (or the name in data-namespace) to an object with the components that the script's URL asks for.
 */
export function install(settings) {
  const element = document.currentScript;
  const url = new URL(element.src);
  const json = { "content-type": "application/json" };
  const context = {
    settings,
    origin: url.origin,
    query: url.searchParams,
    clientToken: element.dataset.clientToken ?? null,
    call: async (method, path, body) => {
      const content = body === undefined ? {} : { headers: json, body: JSON.stringify(body) };
      const answer = await fetch(url.origin + path, { method, ...content });
      const text = await answer.text();
      if (!answer.ok) throw new Error(text);
      return text === "" ? undefined : JSON.parse(text);
    },
  };
  const components = (url.searchParams.get("components") ?? "buttons").split(",");
  const FUNDING = {
    PAYPAL: "paypal",
    CARD: "card",
    PAYLATER: "paylater",
    VENMO: "venmo",
    APPLEPAY: "applepay",
    GOOGLEPAY: "googlepay",
  };
  const paypal = {
    version: "5.0.500",
    FUNDING,
    getFundingSources: () => Object.values(FUNDING),
    isFundingEligible: (source) => source === "paypal" || source === "card",
    rememberFunding: () => undefined,
  };
  if (components.includes("buttons")) paypal.Buttons = createButtons(context);
  if (components.includes("card-fields")) paypal.CardFields = createCardFields(context);
  if (components.includes("hosted-fields")) paypal.HostedFields = createHostedFields(context);
  if (components.includes("messages")) paypal.Messages = () => ({ render: async () => undefined });
  if (components.includes("marks"))
    paypal.Marks = () => ({ isEligible: () => true, render: async () => undefined });
  window[element.dataset.namespace ?? "paypal"] = paypal;
}
