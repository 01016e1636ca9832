import { Button } from "@vetrina/ui/button";
import { TextField } from "@vetrina/ui/field";
import { PasswordField } from "@vetrina/ui/password-field";
import { type FormEvent, useState } from "react";
import { browserApi } from "../lib/api.ts";
import { type FormErrors, errorsOf, proofErrorsOf, textOf } from "./credentials.ts";

/**
 * A requested change of the account's email. `present`: the current email. `pending`: the new email, not confirmed yet;
 * null if it is the current one. `isOver`: the confirmation link no longer works, because the password was changed.
 */
export type AskedEmail = { pending: string | null; present: string; isOver?: true };

type EmailFormProps = { asked: AskedEmail | null; onAsked: (asked: AskedEmail | null) => void };

/** Changes the sign-in email. The change takes effect once the link sent to the new address is opened. */
export function EmailForm({ asked, onAsked }: EmailFormProps) {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FormErrors>({ fields: {}, form: null });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const values = new FormData(form);
    setBusy(true);
    setErrors({ fields: {}, form: null });
    onAsked(null);
    try {
      const { users } = await browserApi();
      const { id } = await users.getMe();
      const body = {
        email: textOf(values, "newEmail").trim(),
        currentPassword: textOf(values, "currentPassword"),
      };
      const { email, pendingEmail } = await users.updateUser({ id, body });
      form.reset();
      onAsked({ pending: pendingEmail, present: email });
    } catch (error) {
      const fields = proofErrorsOf(error);
      const others = errorsOf(error);
      const isEmpty = "currentPassword" in others.fields;
      setErrors({
        fields: {
          ...others.fields,
          ...(isEmpty && { currentPassword: "Enter your password." }),
          ...fields,
        },
        form: Object.keys(fields).length > 0 ? null : others.form,
      });
    }
    setBusy(false);
  }

  return (
    <form
      aria-label="Change email"
      className="grid gap-4"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label="New email"
        name="newEmail"
        type="email"
        autoComplete="email"
        maxLength={254}
        error={errors.fields["email"] && "Enter an email address like name@example.com."}
      />
      <PasswordField
        label="Your password"
        name="currentPassword"
        autoComplete="current-password"
        error={errors.fields["currentPassword"]}
      />
      <p role="alert" className="text-small font-medium text-pin empty:hidden">
        {errors.form}
      </p>
      <output className="text-small empty:hidden">
        {asked === null ? null : askedText(asked)}
      </output>
      <Button type="submit" busy={busy} busyText="Changing" className="justify-self-start">
        Change email
      </Button>
    </form>
  );
}

function askedText({ pending, present, isOver }: AskedEmail): string {
  if (pending === null) return `You already sign in with ${present}.`;
  return isOver === true
    ? `Your new password ended the change to ${pending}: its link no longer works. You still sign in with ${present}.`
    : `Open the link that we sent to ${pending}. Until then, you sign in with ${present}.`;
}
