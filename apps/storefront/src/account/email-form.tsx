import { Button } from "@vetrina/ui/button";
import { TextField } from "@vetrina/ui/field";
import { PasswordField } from "@vetrina/ui/password-field";
import { type FormEvent, useState } from "react";
import { browserApi } from "../lib/api.ts";
import { type FormErrors, errorsOf, proofErrorsOf, textOf } from "./credentials.ts";

/** Changes the email to sign in with. The change takes effect once the link sent to the new address is opened. */
export function EmailForm() {
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<{ pending: string | null; present: string } | null>(null);
  const [errors, setErrors] = useState<FormErrors>({ fields: {}, form: null });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const values = new FormData(form);
    setBusy(true);
    setErrors({ fields: {}, form: null });
    setAsked(null);
    try {
      const { users } = await browserApi();
      const { id } = await users.getMe();
      const body = {
        email: textOf(values, "newEmail").trim(),
        currentPassword: textOf(values, "currentPassword"),
      };
      const { email, pendingEmail } = await users.updateUser({ id, body });
      form.reset();
      setAsked({ pending: pendingEmail, present: email });
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
        {asked === null
          ? null
          : asked.pending === null
            ? `You already sign in with ${asked.present}.`
            : `Open the link that we sent to ${asked.pending}. Until then, you sign in with ${asked.present}.`}
      </output>
      <Button type="submit" busy={busy} busyText="Changing" className="justify-self-start">
        Change email
      </Button>
    </form>
  );
}
