import { isApiError } from "@vetrina/client/api-error";
import { buttonClass } from "@vetrina/ui/button";
import { data, Link } from "react-router";
import { AcceptInvitation } from "../account/accept-invitation.tsx";
import { CredentialsPage } from "../account/credentials-page.tsx";
import { errorsOf, textOf, unsentErrors } from "../account/credentials.ts";
import { NameField, NewPasswordField } from "../account/new-account-fields.tsx";
import { clientContext } from "../lib/context.ts";
import { sendForm } from "../lib/send-form.ts";
import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/invitation";

/** Prevents caching, and keeps other sites from receiving the page's URL, which contains a personal token. */
export function headers() {
  return { "cache-control": "no-store", "referrer-policy": "same-origin" };
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const token = url.searchParams.get("token") ?? "";
  try {
    const { invitations } = context.get(clientContext);
    return { token, offer: await invitations.previewInvitation({ body: { token } }) };
  } catch (error) {
    if (isApiError(error, "INVITATION_NOT_PENDING") || isApiError(error, "VALIDATION_FAILED"))
      return { token, offer: null };
    throw error;
  }
}

/**
 * Creates an account for a visitor without one. Signed-in users accept in the browser, because only the browser has
 * the session.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const name = textOf(form, "name").trim();
  const body = { token: textOf(form, "token"), name, password: textOf(form, "password") };
  try {
    const { storeName } = await context.get(clientContext).invitations.acceptInvitation({ body });
    return { storeName, name, errors: null };
  } catch (error) {
    const errors = errorsOf(error);
    // The API's message says why: the invitation was withdrawn or used, or an account was created in the meantime.
    const isExplained =
      isApiError(error, "INVITATION_NOT_PENDING") || isApiError(error, "UNAUTHENTICATED");
    return data(
      { storeName: null, name, errors: isExplained ? { ...errors, form: error.message } : errors },
      { status: 400 },
    );
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendForm(serverAction, { storeName: null, name: undefined, errors: unsentErrors });

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Your invitation", path: "/invitation", noIndex: true });
}

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const { token, offer } = loaderData;
  if (actionData?.storeName)
    return (
      <CredentialsPage
        title="Welcome to the team"
        lead={`You joined ${actionData.storeName}. Sign in with your email and the password you just chose.`}
        aside={
          <Link to="/login" className={buttonClass({ size: "cta" })}>
            Sign in
          </Link>
        }
      />
    );
  if (offer === null)
    return (
      <CredentialsPage
        title="This invitation has expired"
        lead="It was already used or canceled, or it is more than seven days old. Ask the person who invited you for a new one."
      />
    );
  const from = offer.invitedBy === null ? "You are invited" : `${offer.invitedBy} invites you`;
  const lead = `${from} to work for ${offer.storeName} as ${offer.roleName}.`;
  if (offer.hasAccount)
    return (
      <CredentialsPage
        title="Your invitation"
        lead={`${lead} Sign in as ${offer.email} to accept it.`}
        aside={<AcceptInvitation token={token} />}
      />
    );
  const fields = actionData?.errors?.fields ?? {};
  return (
    <CredentialsPage
      title="Your invitation"
      lead={`${lead} Your account will use ${offer.email}.`}
      failure={actionData?.errors?.form}
      action={["Accept", "Accepting"]}
      fields={
        <>
          <input type="hidden" name="token" value={token} />
          <input
            type="text"
            name="username"
            value={offer.email}
            autoComplete="username"
            readOnly
            hidden
          />
          <NameField name={actionData?.name} errors={fields} />
          <NewPasswordField errors={fields} />
        </>
      }
    />
  );
}
