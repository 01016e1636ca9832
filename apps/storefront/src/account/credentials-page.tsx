import { Button } from "@vetrina/ui/button";
import { type ReactNode, useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";

type Props = {
  title: string;
  lead: ReactNode;
  /** The error of the form as a whole. */
  failure?: string | null | undefined;
  /** The submit button's text, normally and while the form is being sent. Without it, the page is only a message. */
  action?: readonly [label: string, busy: string];
  fields?: ReactNode;
  aside?: ReactNode;
};

/** A page with a single form about the account. It works with and without JavaScript. */
export function CredentialsPage({ title, lead, failure, action, fields, aside }: Props) {
  const isBusy = useNavigation().state !== "idle";
  const section = useFocusOnAnswer(isBusy);
  return (
    <section ref={section} className="sheet grid gap-x-16 gap-y-10 py-10 lg:grid-cols-2 lg:py-20">
      <div>
        <h1 tabIndex={-1} className="display text-h1">
          {title}
        </h1>
        <p className="mt-4 max-w-[48ch] text-lead [overflow-wrap:anywhere]">{lead}</p>
        {aside ? <div className="mt-6">{aside}</div> : null}
      </div>
      {action === undefined ? null : (
        <Form method="post" noValidate className="grid max-w-[28rem] content-start gap-6">
          <div role="alert">
            {failure ? (
              <p tabIndex={-1} data-failure="" className="border border-pin p-4 text-pin">
                {failure}
              </p>
            ) : null}
          </div>
          {fields}
          <Button type="submit" size="cta" busy={isBusy} busyText={action[1]}>
            {action[0]}
          </Button>
        </Form>
      )}
    </section>
  );
}

/** After the server has responded, moves focus to the first invalid field, the error, or the new heading. */
function useFocusOnAnswer(isBusy: boolean) {
  const section = useRef<HTMLElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    const isAnswered = wasBusy.current && !isBusy;
    wasBusy.current = isBusy;
    if (!isAnswered) return;
    const found = ["[aria-invalid=true]", "[data-failure]", "h1"].map((which) =>
      section.current?.querySelector<HTMLElement>(which),
    );
    found.find((element) => element)?.focus();
  }, [isBusy]);
  return section;
}
