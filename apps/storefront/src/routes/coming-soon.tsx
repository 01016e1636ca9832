import { isApiError } from "@vetrina/client/api-error";
import { notifyMs } from "@vetrina/commerce/constants";
import { Button, buttonClass } from "@vetrina/ui/button";
import { Field } from "@vetrina/ui/field";
import { useEffect, useRef, useState } from "react";
import { Link, useFetcher } from "react-router";
import { SocialLinks } from "../shell/social-links.tsx";
import { QuickLinks } from "../help/help-parts.tsx";
import { clientContext, storeContext } from "../lib/context.ts";
import { dateFormat } from "../lib/formats.ts";
import { launchProgress } from "../help/launch.ts";
import { sendForm, unsentText } from "../lib/send-form.ts";
import { pageMeta } from "../lib/seo.ts";
import { useStore } from "../lib/store.ts";
import type { Route } from "./+types/coming-soon";

type Result = { status: "sent" | "empty" | "invalid" | "failed" | "unsent"; email: string };

const errors: Partial<Record<Result["status"], string>> = {
  invalid: "Enter an email address like name@example.com.",
  failed: "Something went wrong. Try again in a moment.",
  unsent: unsentText,
};
const links = [
  { to: "/new-arrivals", label: "New Arrivals" },
  { to: "/collections", label: "Collections" },
  { to: "/contact-us", label: "Contact us" },
];

export function loader({ context }: Route.LoaderArgs) {
  const { launch, season } = context.get(storeContext);
  return {
    season,
    progress: launch === null ? null : launchProgress(launch, new Date()),
    launchesOn: launch?.launchesOn ?? null,
  };
}

/** Subscribes an address to the launch announcement. A field that is empty or contains only spaces is ignored. */
export async function action({ request, context }: Route.ActionArgs): Promise<Result> {
  const value = (await request.formData()).get("email");
  const email = typeof value === "string" ? value.trim() : "";
  if (!email) return { status: "empty", email };
  const { id } = context.get(storeContext);
  try {
    await context
      .get(clientContext)
      .customers.subscribe({ storeId: id, body: { email, source: "coming-soon" } });
    return { status: "sent", email: "" };
  } catch (error) {
    return { status: isApiError(error, "VALIDATION_FAILED") ? "invalid" : "failed", email };
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendForm(serverAction, { status: "unsent", email: "" } satisfies Result);

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Coming soon",
    description: "A new collection is coming. Leave your email and we'll let you know first.",
    path: "/coming-soon",
  });
}

export default function ComingSoon({ loaderData, actionData }: Route.ComponentProps) {
  const { contact, locale } = useStore();
  const { season, progress, launchesOn } = loaderData;
  return (
    <section className="bg-oat">
      <div className="sheet grid gap-x-8 gap-y-12 py-12 lg:min-h-[70svh] lg:grid-cols-[7fr_5fr] lg:items-end lg:py-20">
        <div className="grid justify-items-start gap-6">
          <Link to="/" className="text-link flex min-h-target items-center text-small">
            Back to Home
          </Link>
          <h1 className="display hero-type">A new collection is coming</h1>
          <p className="max-w-[44ch] text-lead">
            {season === null ? "" : `${season.name} is on its way. `}
            Leave your email and we'll let you know first.
          </p>
        </div>
        <div className="grid gap-8">
          <NotifyMe result={actionData} />
          <div>
            <p id="development" className="text-small font-medium">
              Development in Progress
            </p>
            <Basting progress={progress} />
            {launchesOn === null ? null : (
              <p className="mt-2 text-small">
                Launches on{" "}
                <time dateTime={launchesOn}>
                  {dateFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(
                    new Date(launchesOn),
                  )}
                </time>
              </p>
            )}
          </div>
          <div className="grid gap-8 sm:grid-cols-2">
            <QuickLinks title="Meanwhile" links={links} />
            <div>
              <p className="text-small font-semibold">Say hello</p>
              <a
                href={`mailto:${contact.email}`}
                className="text-link mt-1 flex min-h-target w-fit items-center"
              >
                {contact.email}
              </a>
              <SocialLinks />
              <Link to="/" className={`${buttonClass({ variant: "secondary" })} mt-3`}>
                Return to Home
              </Link>
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}

/**
 * A form that works without JavaScript. With JavaScript, it is emptied after sending and shows a thank-you message for
 * 3 s.
 */
function NotifyMe({ result }: { result: Result | undefined }) {
  const fetcher = useFetcher<Result>();
  const input = useRef<HTMLInputElement>(null);
  const answer = fetcher.data ?? result;
  const [thanked, setThanked] = useState<Result | null>(null);
  const thanks = answer?.status === "sent" && answer !== thanked;
  useEffect(() => {
    if (answer?.status !== "sent") return undefined;
    if (input.current) input.current.value = "";
    const timer = setTimeout(() => setThanked(answer), notifyMs);
    return () => clearTimeout(timer);
  }, [answer]);
  return (
    <fetcher.Form
      method="post"
      action="/coming-soon"
      noValidate
      onSubmit={(event) => {
        if (!input.current?.value.trim()) event.preventDefault();
      }}
    >
      <Field label="Email" error={answer ? errors[answer.status] : undefined} onTone>
        {(control) => (
          <div className="flex">
            <input
              ref={input}
              {...control}
              name="email"
              type="email"
              autoComplete="email"
              enterKeyHint="send"
              defaultValue={result?.email}
              className="min-h-cta w-full min-w-0 border border-ink bg-white px-4 aria-invalid:border-2 aria-invalid:border-pin"
            />
            <Button
              type="submit"
              size="cta"
              busy={fetcher.state !== "idle"}
              busyText="One moment"
              className="shrink-0"
            >
              Notify me
            </Button>
          </div>
        )}
      </Field>
      <output className="mt-2 block min-h-6 text-small font-medium">
        {thanks ? "Thank you! We'll notify you when we launch." : null}
      </output>
      <p className="text-small">
        {answer?.status === "sent"
          ? "Almost done. Open the link in the email we just sent you."
          : "We'll email you a link to confirm your address."}
      </p>
    </fetcher.Form>
  );
}

/**
 * A progress bar drawn as a basting stitch. If the store has no launch date, the bar is complete and shows no number.
 */
function Basting({ progress }: { progress: number | null }) {
  const end = 4 * (progress ?? 100);
  return (
    <div className="mt-3">
      <progress
        aria-labelledby="development"
        className="sr-only"
        {...(progress === null ? {} : { value: progress, max: 100 })}
      />
      <svg
        aria-hidden="true"
        viewBox="0 0 400 6"
        preserveAspectRatio="none"
        className="h-1.5 w-full"
      >
        <path d="M0 3h400" stroke="currentColor" strokeWidth="1" opacity="0.5" />
        <path d={`M0 3h${end}`} stroke="currentColor" strokeWidth="5" strokeDasharray="14 7" />
      </svg>
    </div>
  );
}
