import { platformName } from "@vetrina/commerce/constants";
import { buttonClass } from "@vetrina/ui/button";
import { PasswordField } from "@vetrina/ui/password-field";
import { data, Link } from "react-router";
import { type AskedAtStore, askedAtStore } from "../account/asked-at-store.ts";
import { BackToStore, StoreLink } from "../account/back-to-store.tsx";
import {
  errorsOf,
  type FormErrors,
  isTokenError,
  textOf,
  unsentErrors,
} from "../account/credentials.ts";
import { CredentialsPage } from "../account/credentials-page.tsx";
import { EmailField, NewPasswordField } from "../account/new-account-fields.tsx";
import { PlatformHeading, platformMeta } from "../account/platform-heading.tsx";
import { hasSession } from "../lib/account-session.ts";
import { forgetReturnPath, returnPathOf } from "../account/return-path.ts";
import { useTypedEmail } from "../account/typed-email.ts";
import { clientContext, storeContext } from "../lib/context.ts";
import { sendForm } from "../lib/send-form.ts";
import { pageMeta } from "../lib/seo.ts";
import { fetchCode } from "../lib/when-needed.ts";
import type { Route } from "./+types/verify-email";

/** Prevents caching, and keeps other sites from receiving the page's URL, which contains a personal token. */
export function headers() {
  return { "cache-control": "no-store", "referrer-policy": "same-origin" };
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { searchParams } = url;
  return {
    token: searchParams.get("token"),
    chooses: searchParams.has("choose"),
    otherStore: await askedAtStore(url, context.get(clientContext), context.get(storeContext)),
  };
}

/**
 * Verifies the email address once the form is sent. Opening the link isn't enough, because email scanners open links.
 * The form requires the account's password or sets a new one. Otherwise, someone who registered with another person's
 * address would know the password of the activated account.
 */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await request.formData();
  const { users } = context.get(clientContext);
  const [token, email] = [textOf(form, "token"), textOf(form, "email").trim()];
  try {
    if (token === "") {
      await users.resendVerificationEmail({ body: { email } });
      return { done: "sent" as const, dead: false, errors: null };
    }
    const password = textOf(form, "password");
    const isNew = form.has("chooses");
    const { email: verified } = await users.verifyEmail({
      body: { token, ...(isNew ? { newPassword: password } : { password }) },
    });
    const here = context.get(storeContext);
    const otherStore = await askedAtStore(url, context.get(clientContext), here);
    return {
      done: "verified" as const,
      email: verified,
      slug: here.slug,
      isElsewhere: otherStore !== null,
      signedIn: false,
      returnTo: null,
      dead: false,
      errors: null,
    };
  } catch (error) {
    const dead = token !== "" && isTokenError(error);
    return data({ done: null, dead, errors: errorsOf(error) }, { status: 400 });
  }
}

/** Runs the server's action and then signs the user in with the same password, unless this browser has a session or the
 * account was created in another store. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const answer = await sendForm(serverAction, { done: null, dead: false, errors: unsentErrors });
  if (!("done" in answer) || answer.done !== "verified") return answer;
  if (answer.isElsewhere || hasSession()) return answer;
  try {
    const { slug, email } = answer;
    const { signIn } = await fetchCode(() => import("../account/sign-in.ts"));
    await signIn(slug, { email, password: textOf(form, "password") });
    const returnTo = returnPathOf(slug);
    forgetReturnPath(slug);
    return { ...answer, signedIn: true, returnTo };
  } catch {
    return answer;
  }
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const title = "Confirm your email address";
  const tags = pageMeta(matches, { title, path: "/verify-email", noIndex: true });
  return platformMeta(tags, title, loaderData?.otherStore);
}

export default function VerifyEmail(props: Route.ComponentProps) {
  return (
    <>
      <PlatformHeading otherStore={props.loaderData.otherStore} />
      <VerifyEmailForm {...props} />
    </>
  );
}

function VerifyEmailForm({ loaderData, actionData }: Route.ComponentProps) {
  const { otherStore: store } = loaderData;
  const typed = useTypedEmail();
  if (actionData?.done === "verified") {
    const { signedIn, returnTo } = actionData;
    return (
      <CredentialsPage
        title="Your email address is confirmed"
        lead={
          store !== null
            ? `Your account is ready. You can sign in at ${store.name} now.`
            : signedIn
              ? "Your account is ready, and you're signed in."
              : "Your account is ready."
        }
        aside={
          store === null ? (
            <Link
              to={signedIn ? (returnTo ?? "/account") : "/login"}
              className={buttonClass({ size: "cta" })}
            >
              {signedIn ? (returnTo === null ? "Go to my account" : "Continue") : "Sign in"}
            </Link>
          ) : (
            <StoreLink store={store} path="/login" action="Sign in" />
          )
        }
      />
    );
  }
  if (actionData?.done === "sent")
    return (
      <CredentialsPage
        title="Check your inbox"
        lead="If an account is waiting for this address, we sent it an email."
      />
    );
  if (loaderData.token !== null && actionData?.dead !== true)
    return (
      <ConfirmAddress
        token={loaderData.token}
        chooses={loaderData.chooses}
        store={store}
        errors={actionData?.errors ?? null}
      />
    );
  const title =
    actionData?.dead === true ? "This link no longer works" : "Confirm your email address";
  if (store !== null)
    return <BackToStore store={store} title={title} path="/verify-email" action="Get a new link" />;
  return (
    <CredentialsPage
      title={title}
      lead="Open the link in our latest email, or request a new one. If your address is already confirmed, sign in."
      aside={
        <Link to="/login" className="text-link text-ink">
          Sign in
        </Link>
      }
      failure={actionData?.dead === true ? null : actionData?.errors?.form}
      action={["Send it again", "Sending"]}
      fields={
        <EmailField
          email={typed}
          isInvalid={actionData?.dead !== true && "email" in (actionData?.errors?.fields ?? {})}
        />
      }
    />
  );
}

type ConfirmAddressProps = {
  token: string;
  chooses: boolean;
  store: AskedAtStore | null;
  errors: FormErrors | null;
};

function ConfirmAddress({ token, chooses, store, errors }: ConfirmAddressProps) {
  const fields = errors?.fields ?? {};
  const other = new URLSearchParams({
    token,
    ...(store && { store: store.slug }),
    ...(chooses ? {} : { choose: "" }),
  });
  const opened =
    store === null
      ? ""
      : `${store.name} runs on ${platformName}, which keeps its customers' accounts. `;
  return (
    <CredentialsPage
      key={String(chooses)}
      title="One more step"
      lead={
        chooses
          ? `${opened}Choose a new password to confirm that this email address is yours. The old one stops working.`
          : `${opened}Enter the password of your ${store === null ? "" : `${store.name} `}account to confirm that this email address is yours.`
      }
      aside={
        <Link to={`/verify-email?${other}`} className="text-link text-ink">
          {chooses
            ? "Use the password you chose when you registered"
            : "Set a new password instead"}
        </Link>
      }
      failure={errors?.form}
      action={["Confirm my email address", "Confirming"]}
      fields={
        <>
          <input type="hidden" name="token" value={token} />
          {chooses ? (
            <>
              <input type="hidden" name="chooses" value="yes" />
              <NewPasswordField
                label="New password"
                errors={"newPassword" in fields ? { password: fields["newPassword"] ?? "" } : {}}
              />
            </>
          ) : (
            <PasswordField
              label="Password"
              name="password"
              autoComplete="current-password"
              error={fields["password"] && "Enter your password."}
            />
          )}
        </>
      }
    />
  );
}
