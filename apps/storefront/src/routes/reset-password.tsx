import { platformName, resetLinkHours } from "@vetrina/commerce/constants";
import { buttonClass } from "@vetrina/ui/button";
import { data, Link } from "react-router";
import { askedAtStore } from "../account/asked-at-store.ts";
import { BackToStore, StoreLink } from "../account/back-to-store.tsx";
import { errorsOf, isTokenError, textOf, unsentErrors } from "../account/credentials.ts";
import { CredentialsPage } from "../account/credentials-page.tsx";
import { isDeadLink } from "../account/dead-link.ts";
import { EmailField, NewPasswordField } from "../account/new-account-fields.tsx";
import { PlatformHeading, platformMeta } from "../account/platform-heading.tsx";
import { useTypedEmail } from "../account/typed-email.ts";
import { clientContext, storeContext } from "../lib/context.ts";
import { sendForm } from "../lib/send-form.ts";
import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/reset-password";

/** "1 hour". */
const resetLinkTime = new Intl.NumberFormat("en", {
  style: "unit",
  unit: "hour",
  unitDisplay: "long",
}).format(resetLinkHours);

/** Prevents caching, and keeps other sites from receiving the page's URL, which contains a personal token. */
export function headers() {
  return { "cache-control": "no-store", "referrer-policy": "same-origin" };
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const client = context.get(clientContext);
  const token = url.searchParams.get("token");
  return {
    token,
    isDead: token !== null && (await isDeadLink(client, token)),
    otherStore: await askedAtStore(url, client, context.get(storeContext)),
  };
}

/**
 * Sets a new password with the token from the email, or requests that email if there is no token. The response doesn't
 * reveal whether an account has that address.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const { users } = context.get(clientContext);
  const [token, email] = [textOf(form, "token"), textOf(form, "email").trim()];
  try {
    if (token === "") await users.forgotPassword({ body: { email } });
    else await users.resetPassword({ body: { token, password: textOf(form, "password") } });
    return { done: token === "" ? ("sent" as const) : ("set" as const), dead: false, errors: null };
  } catch (error) {
    return data(
      { done: null, dead: isTokenError(error), errors: errorsOf(error) },
      { status: 400 },
    );
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendForm(serverAction, { done: null, dead: false, errors: unsentErrors });

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const title = "New password";
  const tags = pageMeta(matches, { title, path: "/reset-password", noIndex: true });
  return platformMeta(tags, title, loaderData?.otherStore);
}

export default function ResetPassword(props: Route.ComponentProps) {
  return (
    <>
      <PlatformHeading otherStore={props.loaderData.otherStore} />
      <ResetPasswordForm {...props} />
    </>
  );
}

function ResetPasswordForm({ loaderData, actionData }: Route.ComponentProps) {
  const { otherStore: store, token } = loaderData;
  const isDead = loaderData.isDead || actionData?.dead === true;
  const email = useTypedEmail();
  const fields = actionData?.errors?.fields ?? {};
  if (actionData?.done === "set")
    return (
      <CredentialsPage
        title="Your password was changed"
        lead="All your devices were signed out."
        aside={
          store === null ? (
            <Link to="/login" className={buttonClass({ size: "cta" })}>
              Sign in
            </Link>
          ) : (
            <StoreLink store={store} path="/login" action="Sign in" />
          )
        }
      />
    );
  if (actionData?.done === "sent")
    return (
      <CredentialsPage
        title="Check your inbox"
        lead={`If this address has an account, we sent it a link to set a new password. The link works for ${resetLinkTime}.`}
      />
    );
  if (token !== null && !isDead)
    return (
      <CredentialsPage
        title="New password"
        lead={
          store === null
            ? "Choose one that you don't use anywhere else."
            : `For your account at ${store.name} and all other stores on ${platformName}. Choose one that you don't use anywhere else.`
        }
        failure={actionData?.errors?.form}
        action={["Set password", "Setting"]}
        fields={
          <>
            <input type="hidden" name="token" value={token} />
            <NewPasswordField label="New password" errors={fields} />
          </>
        }
      />
    );
  const title = isDead ? "This link no longer works" : "Forgot your password?";
  if (store !== null)
    return (
      <BackToStore store={store} title={title} path="/reset-password" action="Set a new password" />
    );
  return (
    <CredentialsPage
      title={title}
      lead="Enter your email and we'll send you a link to set a new one."
      failure={actionData?.dead === true ? null : actionData?.errors?.form}
      action={["Send the link", "Sending"]}
      fields={<EmailField email={email} isInvalid={"email" in fields} />}
    />
  );
}
