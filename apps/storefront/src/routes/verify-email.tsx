import { isApiError } from "@vetrina/client/api-error";
import { buttonClass } from "@vetrina/ui/button";
import { data, Link } from "react-router";
import { faultsOf, textOf } from "../account/credentials.ts";
import { CredentialsPage } from "../account/credentials-page.tsx";
import { EmailField } from "../account/new-account-fields.tsx";
import { clientContext } from "../lib/context.ts";
import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/verify-email";

/** The token is one person's: it is kept by nobody and told to no other site. */
export function headers() {
  return { "cache-control": "no-store", "referrer-policy": "same-origin" };
}

export function loader({ url }: Route.LoaderArgs) {
  return { token: url.searchParams.get("token") };
}

/** Programs open a mail's links to look at them: nothing is proven before the button is pressed. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const { users } = context.get(clientContext);
  const [token, email] = [textOf(form, "token"), textOf(form, "email").trim()];
  try {
    if (token === "") {
      await users.resendVerificationEmail({ body: { email } });
      return { done: "sent" as const, dead: false, faults: null };
    }
    const { needsPassword } = await users.verifyEmail({ body: { token } });
    const done = needsPassword ? ("needs-password" as const) : ("verified" as const);
    return { done, dead: false, faults: null };
  } catch (error) {
    const dead =
      token !== "" &&
      (isApiError(error, "TOKEN_INVALID") || isApiError(error, "VALIDATION_FAILED"));
    return data({ done: null, dead, faults: faultsOf(error) }, { status: 400 });
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Confirm your address", path: "/verify-email", noIndex: true });
}

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const signIn = (
    <Link to="/login" className={buttonClass({ size: "cta" })}>
      Sign in
    </Link>
  );
  if (actionData?.done === "verified")
    return (
      <CredentialsPage
        title="Your address is confirmed"
        lead="Your account is ready."
        aside={signIn}
      />
    );
  if (actionData?.done === "needs-password")
    return (
      <CredentialsPage
        title="Choose a password"
        lead="Your address is confirmed. It was registered more than once, so no password works yet. Choose a new one."
        aside={
          <Link to="/reset-password" className={buttonClass({ size: "cta" })}>
            Choose a password
          </Link>
        }
      />
    );
  if (actionData?.done === "sent")
    return (
      <CredentialsPage
        title="Check your inbox"
        lead="If an account is waiting for this address, we sent it an email."
      />
    );
  if (loaderData.token !== null && actionData?.dead !== true)
    return (
      <CredentialsPage
        title="One more step"
        lead="Confirm that this email address is yours."
        failure={actionData?.faults?.form}
        action={["Confirm my address", "Confirming"]}
        fields={<input type="hidden" name="token" value={loaderData.token} />}
      />
    );
  return (
    <CredentialsPage
      title={actionData?.dead === true ? "This link has expired" : "Confirm your address"}
      lead="Open the link in our latest email, or request a new one. If your address is already confirmed, sign in."
      aside={
        <Link to="/login" className="text-link text-ink">
          Sign in
        </Link>
      }
      failure={actionData?.dead === true ? null : actionData?.faults?.form}
      action={["Send it again", "Sending"]}
      fields={
        <EmailField
          isFaulty={actionData?.dead !== true && "email" in (actionData?.faults?.fields ?? {})}
        />
      }
    />
  );
}
