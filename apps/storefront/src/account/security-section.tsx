import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@vetrina/ui/button";
import { PasswordField } from "@vetrina/ui/password-field";
import { toast } from "@vetrina/ui/toast";
import { type FormEvent, useRef, useState } from "react";
import { ShopperTime } from "../lib/shopper-time.tsx";
import { browserApi } from "../lib/api.ts";
import { useStore } from "../lib/store.ts";
import { type FormErrors, errorsOf, textOf } from "./credentials.ts";
import { type AskedEmail, EmailForm } from "./email-form.tsx";
import { LoadState } from "../lib/load-state.tsx";

/** The email and password to sign in with, and the devices that are signed in. */
export function SecuritySection() {
  // The state is kept here, because changing the password cancels a requested change of email.
  const [asked, setAsked] = useState<AskedEmail | null>(null);
  return (
    <section aria-labelledby="security-title" className="min-w-0">
      <h2 id="security-title" className="display mb-4 text-h3">
        Sign-in
      </h2>
      <div className="grid gap-10">
        <EmailForm asked={asked} onAsked={setAsked} />
        <PasswordForm
          onChanged={() =>
            setAsked((now) => (now?.pending == null ? now : { ...now, isOver: true }))
          }
        />
        <Sessions />
      </div>
    </section>
  );
}

function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FormErrors>({ fields: {}, form: null });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const values = new FormData(form);
    setBusy(true);
    setErrors({ fields: {}, form: null });
    try {
      await (
        await browserApi()
      ).users.changePassword({
        body: {
          currentPassword: textOf(values, "currentPassword"),
          newPassword: textOf(values, "newPassword"),
        },
      });
      form.reset();
      onChanged();
      toast({ title: "Your password was changed. Your other devices were signed out." });
      void queries.invalidateQueries({ queryKey: ["sessions"] });
    } catch (error) {
      setErrors(errorsOf(error));
    }
    setBusy(false);
  }

  return (
    <form
      aria-label="Change password"
      className="grid gap-4"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        error={errors.fields["currentPassword"] && "Enter your password."}
      />
      <PasswordField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        hint="At least 10 characters."
        error={errors.fields["newPassword"]}
      />
      <p role="alert" className="text-small font-medium text-pin empty:hidden">
        {errors.form}
      </p>
      <Button type="submit" busy={busy} busyText="Changing" className="justify-self-start">
        Change password
      </Button>
    </form>
  );
}

function Sessions() {
  const { locale } = useStore();
  const queries = useQueryClient();
  const sessions = useQuery({
    queryKey: ["sessions"],
    queryFn: async ({ signal }) =>
      (await browserApi()).users.listSessions({ limit: 50 }, { signal }),
  });
  const list = useRef<HTMLUListElement>(null);
  async function end(id: string) {
    try {
      await (await browserApi()).users.endSession({ id });
      toast({ title: "Device signed out" });
      // The clicked button disappears along with its session, so focus moves to the list.
      list.current?.focus();
    } catch {
      toast({ title: "That device couldn't be signed out. Try again.", tone: "destructive" });
    }
    await queries.invalidateQueries({ queryKey: ["sessions"] });
  }
  if (sessions.data === undefined)
    return (
      <LoadState error={sessions.error} what="your devices" retry={() => void sessions.refetch()} />
    );
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="Your devices"
      className="dividers border-y border-line"
    >
      {sessions.data.items.map((session) => (
        <li key={session.id} className="flex min-h-target items-center gap-4 py-2">
          <p className="grow">
            {session.device ?? "Unknown device"}
            <span className="block text-small text-graphite">
              {session.isCurrent ? (
                "This device"
              ) : (
                <ShopperTime at={session.lastUsedAt} locale={locale} />
              )}
            </span>
          </p>
          {session.isCurrent ? null : (
            <Button
              variant="quiet"
              aria-label={`Sign out ${session.device ?? "the unknown device"}`}
              onClick={() => void end(session.id)}
            >
              Sign out
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
