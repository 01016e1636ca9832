import { safeReturnTo } from "@vetrina/client/page-location";
import { buttonClass } from "@vetrina/ui/button";
import { useEffect } from "react";
import { data, Link } from "react-router";
import { AccountEverywhere } from "../account/account-everywhere.tsx";
import { errorsOf, textOf, unsentErrors } from "../account/credentials.ts";
import { CredentialsPage } from "../account/credentials-page.tsx";
import { EmailField, NameField, NewPasswordField } from "../account/new-account-fields.tsx";
import { keepReturnPath, needsAccount, returnQuery } from "../account/return-path.ts";
import { useTypedEmail } from "../account/typed-email.ts";
import { clientContext } from "../lib/context.ts";
import { sendForm } from "../lib/send-form.ts";
import { pageMeta } from "../lib/seo.ts";
import { useStore } from "../lib/store.ts";
import type { Route } from "./+types/register";

export function headers() {
  return { "cache-control": "no-store", "referrer-policy": "same-origin" };
}

export function loader({ url }: Route.LoaderArgs) {
  const asked = url.searchParams.get("returnTo");
  return { returnTo: asked ? safeReturnTo(asked) : null };
}

/**
 * Creates an account. If the address already has one, its owner is notified by email, and the page shows the same text.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const [name, email] = [textOf(form, "name").trim(), textOf(form, "email").trim()];
  const body = { name, email, password: textOf(form, "password") };
  try {
    await context.get(clientContext).users.register({ body });
    return { sentTo: email, name, email, errors: null };
  } catch (error) {
    return data({ sentTo: null, name, email, errors: errorsOf(error) }, { status: 400 });
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendForm(serverAction, { sentTo: null, name: undefined, email: undefined, errors: unsentErrors });

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Create an account",
    path: "/register",
    noIndex: true,
  });
}

export default function Register({ actionData, loaderData }: Route.ComponentProps) {
  const { returnTo } = loaderData;
  const typed = useTypedEmail();
  if (actionData?.sentTo)
    return (
      <CredentialsPage
        title="One more step"
        lead={`We sent an email to ${actionData.sentTo}. Open its link to activate your account. Nothing there? Check your spam folder.`}
        aside={<Meanwhile email={actionData.sentTo} returnTo={returnTo} />}
      />
    );
  const fields = actionData?.errors?.fields ?? {};
  return (
    <CredentialsPage
      title="Create an account"
      lead="Keep your orders and addresses in one place. You can also buy without an account."
      failure={actionData?.errors?.form}
      action={["Create account", "Creating"]}
      aside={
        <div className="grid justify-items-start gap-6">
          <AccountEverywhere />
          <Link
            to={`/login${returnQuery(returnTo)}`}
            state={{ email: typed }}
            className="text-link text-ink"
          >
            I already have an account
          </Link>
        </div>
      }
      fields={
        <>
          <NameField name={actionData?.name} errors={fields} />
          <EmailField email={actionData?.email ?? typed} isInvalid={"email" in fields} />
          <NewPasswordField errors={fields} />
        </>
      }
    />
  );
}

/** What to do until the email arrives. Returning to the page before works without an account, too. */
function Meanwhile({ email, returnTo }: { email: string; returnTo: string | null }) {
  const { slug } = useStore();
  useEffect(() => {
    if (returnTo !== null) keepReturnPath(slug, returnTo);
  }, [slug, returnTo]);
  return (
    <div className="grid justify-items-start gap-6">
      <Link to="/verify-email" state={{ email }} className="text-link text-ink">
        Send the email again
      </Link>
      <Link to={`/login${returnQuery(returnTo)}`} state={{ email }} className="text-link text-ink">
        Already confirmed? Sign in
      </Link>
      {returnTo === null || needsAccount(returnTo) ? null : (
        // Loads the whole page, because the path may lead outside the storefront.
        <a href={returnTo} className={buttonClass({ variant: "secondary" })}>
          Continue as guest
        </a>
      )}
    </div>
  );
}
