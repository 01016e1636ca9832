import { TextField } from "@vetrina/ui/field";

type Props = { name: string | undefined; faults: Readonly<Record<string, string>> };

/** Who one is. */
export function NameField({ name, faults }: Props) {
  return (
    <TextField
      label="Name"
      name="name"
      autoComplete="name"
      maxLength={120}
      defaultValue={name}
      error={faults["name"] && "Enter your name."}
    />
  );
}

/** A password that is chosen now; the server's sentence says what is wrong with it. */
export function NewPasswordField({
  label = "Password",
  faults,
}: Pick<Props, "faults"> & { label?: string }) {
  return (
    <TextField
      label={label}
      name="password"
      type="password"
      autoComplete="new-password"
      hint="At least 10 characters. A few words are easy to remember."
      error={faults["password"]}
    />
  );
}

/** Whose account it is. */
export function EmailField({
  email,
  isInvalid,
}: {
  email?: string | undefined;
  isInvalid: boolean;
}) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      defaultValue={email}
      error={isInvalid ? "Enter an email address like name@example.com." : undefined}
    />
  );
}
