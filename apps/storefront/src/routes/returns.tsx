import { Button, buttonClass } from "@vetrina/ui/button";
import { TextField } from "@vetrina/ui/field";
import { Select } from "@vetrina/ui/select";
import { useEffect, useRef } from "react";
import { Form, useSearchParams } from "react-router";
import { Faq, HelpHeader, HelpSection, InlineMail, Lines, Steps } from "../help/help-parts.tsx";
import { returnDraft, returnReasons, returnRules } from "../help/mail-draft.ts";
import { MailOutcome } from "../help/mail-outcome.tsx";
import { useMailForm } from "../help/use-mail-form.ts";
import { promiseWords } from "../help/promise-words.ts";
import { clientContext, storeContext } from "../lib/context.ts";
import { pageMeta } from "../lib/seo.ts";
import { useStore } from "../lib/store.ts";
import type { Route } from "./+types/returns";

const reasons = [
  { value: "", label: "Choose a reason", disabled: true },
  ...returnReasons.map((reason) => ({ value: reason, label: reason })),
];

export async function loader({ context }: Route.LoaderArgs) {
  const { returnSteps, returnConditions, nonReturnable, returnFaq } = await context
    .get(clientContext)
    .stores.getHelp({ id: context.get(storeContext).id });
  return { returnSteps, returnConditions, nonReturnable, returnFaq };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Returns and exchanges",
    description:
      "How to return or exchange an item, what can be returned, and when you get your refund.",
    path: "/returns",
  });
}

export default function Returns({ loaderData }: Route.ComponentProps) {
  const { returnSteps, returnConditions, nonReturnable, returnFaq } = loaderData;
  const { returnDays, promises } = useStore();
  const [params] = useSearchParams();
  const begun = params.has("begin");
  return (
    <>
      <HelpHeader title="Returns and exchanges" lead={promiseWords({ returnDays, promises })} />
      <HelpSection title={returnSteps.length > 0 ? "How it works" : "Send something back"}>
        <Steps steps={returnSteps} />
        {begun ? <StartReturn /> : <Begin />}
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

// The URL says whether the form is open, so the button works without JavaScript.
function Begin() {
  return (
    <Form method="get" action="/returns" preventScrollReset replace className="mt-2">
      <button type="submit" name="begin" value="1" className={buttonClass({ size: "cta" })}>
        Begin Return Process
      </button>
    </Form>
  );
}

function StartReturn() {
  const { contact } = useStore();
  const heading = useRef<HTMLHeadingElement>(null);
  const { stage, draft, errors, reset, formProps } = useMailForm(returnRules, (values) =>
    returnDraft(contact.email, values),
  );
  useEffect(() => heading.current?.focus(), []);
  if (stage !== "writing" && draft)
    return (
      <MailOutcome
        key={stage}
        stage={stage}
        draft={draft}
        onAgain={reset}
        again="Change the details"
      />
    );
  return (
    <section
      id="start-return"
      aria-labelledby="start-return-title"
      className="mt-2 border border-ink p-5 lg:p-8"
    >
      <h3
        ref={heading}
        id="start-return-title"
        tabIndex={-1}
        className="display text-h3 outline-none"
      >
        Start your return
      </h3>
      <p className="mt-3 max-w-measure text-graphite">
        This form writes an email to <InlineMail email={contact.email} />. Your email app sends it.
      </p>
      <form {...formProps} aria-label="Start your return" className="mt-6 grid gap-6">
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField
            label="Order number"
            name="orderNumber"
            autoComplete="off"
            error={errors["orderNumber"]}
          />
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            error={errors["email"]}
          />
        </div>
        <Select
          label="Reason"
          name="reason"
          defaultValue=""
          options={reasons}
          error={errors["reason"]}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit">Write the email</Button>
          <Button type="submit" form="cancel-return" variant="secondary">
            Cancel
          </Button>
        </div>
        <noscript>
          <p>The form needs JavaScript. Please write to us with the same details.</p>
        </noscript>
      </form>
      <Form id="cancel-return" method="get" action="/returns" preventScrollReset replace />
    </section>
  );
}
