import { buttonClass } from "@vetrina/ui/button";
import { data, Form, useSearchParams } from "react-router";
import { Faq, HelpHeader, HelpSection, Lines, Steps } from "../help/help-parts.tsx";
import { maxTyped, sendReturn, StartReturn } from "../help/start-return.tsx";
import { valuesOf } from "../help/mail-draft.ts";
import { promiseWords } from "../help/promise-words.ts";
import { sendStatuses } from "../help/send-message.ts";
import { clientContext, reportContext, storeContext } from "../lib/context.ts";
import { pageMeta } from "../lib/seo.ts";
import { useStore } from "../lib/store.ts";
import type { Route } from "./+types/returns";

/** Handles the form if it was sent before hydration or without JavaScript. */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = valuesOf(await request.formData());
  const { id } = context.get(storeContext);
  const client = () => context.get(clientContext);
  const result = await sendReturn(client, id, typed, context.get(reportContext));
  const values = Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, value.slice(0, maxTyped)]),
  );
  return data(
    { values, result },
    { status: sendStatuses[result.status], headers: { "cache-control": "no-store" } },
  );
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function loader({ context }: Route.LoaderArgs) {
  const { id, promises } = context.get(storeContext);
  const { returnSteps, returnConditions, nonReturnable, returnFaq } = await context
    .get(clientContext)
    .stores.getHelp({ id });
  return { promises, returnSteps, returnConditions, nonReturnable, returnFaq };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Returns and exchanges",
    description:
      "How to return or exchange an item, what can be returned, and when you get your refund.",
    path: "/returns",
  });
}

export default function Returns({ loaderData, actionData }: Route.ComponentProps) {
  const { promises, returnSteps, returnConditions, nonReturnable, returnFaq } = loaderData;
  const { returnDays } = useStore();
  const [params] = useSearchParams();
  const begun = params.has("begin");
  return (
    <>
      <HelpHeader title="Returns and exchanges" lead={promiseWords({ returnDays, promises })} />
      <HelpSection title={returnSteps.length > 0 ? "How it works" : "Return an item"}>
        <Steps steps={returnSteps} />
        {begun || actionData ? (
          <StartReturn answer={actionData} order={params.get("order") ?? ""} />
        ) : (
          <Begin />
        )}
      </HelpSection>
      {returnConditions.length > 0 ? (
        <HelpSection title="Conditions">
          <Lines lines={returnConditions} />
        </HelpSection>
      ) : null}
      {nonReturnable.length > 0 ? (
        <HelpSection title="Items that can't be returned">
          <Lines lines={nonReturnable} />
        </HelpSection>
      ) : null}
      {returnFaq.length > 0 ? (
        <HelpSection title="Questions">
          <Faq items={returnFaq} />
        </HelpSection>
      ) : null}
    </>
  );
}

// A button that opens the form. The URL says whether the form is open, so the button works without JavaScript.
function Begin() {
  return (
    <Form method="get" action="/returns" preventScrollReset replace className="mt-2">
      <button type="submit" name="begin" value="1" className={buttonClass({ size: "cta" })}>
        Begin Return Process
      </button>
    </Form>
  );
}
