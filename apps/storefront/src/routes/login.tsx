import { isApiError } from "@vetrina/client/api-error";
import { safeReturnTo } from "@vetrina/client/page-location";
import { Button, buttonClass } from "@vetrina/ui/button";
import { TextField } from "@vetrina/ui/field";
import { PasswordField } from "@vetrina/ui/password-field";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { data, Link } from "react-router";
import { AccountEverywhere } from "../account/account-everywhere.tsx";
import { askedAtStore } from "../account/asked-at-store.ts";
import { BackToStore } from "../account/back-to-store.tsx";
import { signInErrorsOf, textOf } from "../account/credentials.ts";
import { PlatformHeading, platformMeta } from "../account/platform-heading.tsx";
import {
  forgetReturnPath,
  needsAccount,
  returnPathOf,
  returnQuery,
} from "../account/return-path.ts";
import { useTypedEmail } from "../account/typed-email.ts";
import { useSignedIn } from "../lib/account-session.ts";
import { clientContext, storeContext } from "../lib/context.ts";
import { pageMeta } from "../lib/seo.ts";
import { useStore } from "../lib/store.ts";
import { fetchCode } from "../lib/when-needed.ts";
import type { Route } from "./+types/login";

export async function loader({ url, context }: Route.LoaderArgs) {
  const asked = url.searchParams.get("returnTo");
  const returnTo = safeReturnTo(asked);
  // After signing in without a previous page, the account page opens. Guests return to their page, unless that page
  // requires signing in.
  const guestPath = needsAccount(returnTo) ? "/" : returnTo;
  const otherStore = await askedAtStore(url, context.get(clientContext), context.get(storeContext));
  return { guestPath, returnTo: asked ? returnTo : null, otherStore };
}

/**
 * Handles a form that was sent without JavaScript: only shows the email again. Signing in needs JavaScript, because the
 * browser stores the tokens.
 */
export async function action({ request }: Route.ActionArgs) {
  return data({ email: textOf(await request.formData(), "email") }, { status: 400 });
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const title = "Sign in";
  const tags = pageMeta(matches, { title, path: "/login", noIndex: true });
  return platformMeta(tags, title, loaderData?.otherStore);
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { guestPath, returnTo, otherStore } = loaderData;
  const typed = useTypedEmail();
  const [email, setEmail] = useState(actionData?.email ?? typed);
  // Signing in here would start a session on the platform's host, not in the store.
  if (otherStore !== null)
    return (
      <>
        <PlatformHeading otherStore={otherStore} />
        <BackToStore store={otherStore} title="Sign in" path="/login" action="Sign in" />
      </>
    );
  return (
    <section className="sheet grid gap-x-16 gap-y-12 pt-10 lg:grid-cols-2 lg:pt-20">
      <div>
        <h1 className="display text-h1">Sign in</h1>
        <p className="mt-4 max-w-[44ch] text-lead">
          See your orders, addresses and email settings. You can also buy without an account.
        </p>
        <div className="mt-4">
          <AccountEverywhere />
        </div>
        {/* Loads the whole page, because the path may lead outside the storefront. */}
        <p className="mt-6 flex flex-wrap gap-3">
          <a href={guestPath} className={buttonClass({ variant: "secondary" })}>
            Continue as guest
          </a>
          <Link
            to={`/register${returnQuery(returnTo)}`}
            state={{ email }}
            className={buttonClass({ variant: "secondary" })}
          >
            Create an account
          </Link>
        </p>
      </div>
      <LoginForm
        returnTo={returnTo}
        needsJavaScript={actionData !== undefined}
        email={email}
        onEmail={setEmail}
      />
    </section>
  );
}

type Props = {
  /** The page to return to, if the URL names one. */
  returnTo: string | null;
  /** Whether the form was sent without JavaScript. */
  needsJavaScript: boolean;
  email: string | undefined;
  onEmail: (email: string) => void;
};

function LoginForm({ returnTo, needsJavaScript, email, onEmail }: Props) {
  const { slug } = useStore();
  const isSignedIn = useSignedIn();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<ReturnType<typeof signInErrorsOf>>({
    fields: {},
    form: needsJavaScript ? "Signing in needs JavaScript. Turn it on and try again." : null,
  });
  const [asksCode, setAsksCode] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (asksCode) form.current?.querySelector<HTMLElement>("[name=code]")?.focus();
  }, [asksCode]);

  function leave() {
    const path = returnTo ?? returnPathOf(slug) ?? "/account";
    forgetReturnPath(slug);
    window.location.assign(path);
  }

  async function send(form: HTMLFormElement) {
    const values = new FormData(form);
    const email = textOf(values, "email").trim();
    const password = textOf(values, "password");
    const found = {
      ...(email ? {} : { email: "Enter your email address." }),
      ...(password ? {} : { password: "Enter your password." }),
    };
    setErrors({ fields: found, form: null });
    const [first] = Object.keys(found);
    if (first) return form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    setBusy(true);
    try {
      const code = textOf(values, "code").trim();
      const { signIn } = await fetchCode(() => import("../account/sign-in.ts"));
      await signIn(slug, { email, password, ...(code ? { code } : {}) });
      leave();
    } catch (error) {
      setBusy(false);
      // Two-step verification: the same form is shown again, with a field for the code from the authenticator app.
      const isSecondStep = isApiError(error, "TOTP_REQUIRED") && !asksCode;
      if (isSecondStep) setAsksCode(true);
      else setErrors(signInErrorsOf(error));
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) void send(event.currentTarget);
  };

  return (
    <form
      ref={form}
      method="post"
      aria-label="Sign in"
      noValidate
      onSubmit={submit}
      className="grid max-w-[28rem] content-start gap-6"
    >
      {isSignedIn && !busy ? (
        <div className="grid justify-items-start gap-3 bg-tissue p-4">
          <p>You're already signed in.</p>
          <Button variant="secondary" onClick={leave}>
            Continue
          </Button>
        </div>
      ) : null}
      <div role="alert">
        {errors.form ? (
          <p className="border border-pin p-4 text-pin">
            {errors.form}
            {errors.mayWait ? (
              <>
                {" "}
                <Link to="/verify-email" state={{ email }} className="text-link">
                  Send it again
                </Link>
              </>
            ) : null}
          </p>
        ) : null}
      </div>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        onChange={({ target }) => onEmail(target.value.trim())}
        error={errors.fields["email"]}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        error={errors.fields["password"]}
      />
      {asksCode ? (
        <TextField
          label="Code"
          name="code"
          hint="The six-digit code from your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          error={errors.fields["code"]}
        />
      ) : null}
      <Button type="submit" size="cta" busy={busy} busyText="Signing in" data-replay="">
        Sign in
      </Button>
      <p>
        <Link to="/account/forgotten" state={{ email }} className="text-link text-ink">
          Forgot your password?
        </Link>
      </p>
      <noscript>
        <p>Signing in needs JavaScript. Turn it on in your browser.</p>
      </noscript>
    </form>
  );
}
