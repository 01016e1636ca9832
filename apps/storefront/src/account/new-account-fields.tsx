import { TextField } from "@vetrina/ui/field";
import { PasswordField } from "@vetrina/ui/password-field";
import { Suspense, useRef, useState } from "react";
import { afterPress } from "../lib/after-press.ts";
import { whenNeeded } from "../lib/when-needed.ts";

const EmailQuestion = whenNeeded(() => import("../lib/email-question.tsx"), false);

type Props = { name: string | undefined; errors: Readonly<Record<string, string>> };

export function NameField({ name, errors }: Props) {
  return (
    <TextField
      label="Name"
      name="name"
      autoComplete="name"
      maxLength={120}
      defaultValue={name}
      error={errors["name"] && "Enter your name."}
    />
  );
}

/** The field for a new password. The server's message says why a password is rejected. */
export function NewPasswordField({
  label = "Password",
  errors,
}: Pick<Props, "errors"> & { label?: string }) {
  return (
    <PasswordField
      label={label}
      name="password"
      autoComplete="new-password"
      hint="At least 10 characters. A few words are easy to remember."
      error={errors["password"]}
    />
  );
}

export function EmailField({
  email,
  isInvalid,
}: {
  email?: string | undefined;
  isInvalid: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  return (
    <>
      <TextField
        ref={input}
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        onBlur={({ target }) => afterPress(() => setTyped(target.value.trim()))}
        error={isInvalid ? "Enter an email address like name@example.com." : undefined}
      />
      {typed ? (
        <Suspense fallback={null}>
          <EmailQuestion
            email={typed}
            onEmail={(meant) => {
              if (input.current) input.current.value = meant;
              setTyped(meant);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
