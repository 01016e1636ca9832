import { isApiError } from "@vetrina/client/api-error";
import { platformName } from "@vetrina/commerce/constants";
import { Button } from "@vetrina/ui/button";
import { Dialog } from "@vetrina/ui/dialog";
import { TextField } from "@vetrina/ui/field";
import { PasswordField } from "@vetrina/ui/password-field";
import { toast } from "@vetrina/ui/toast";
import { type FormEvent, useState } from "react";
import { browserApi } from "../lib/api.ts";
import { useStore } from "../lib/store.ts";
import { textOf } from "./credentials.ts";
import type { Erasure } from "./erased.tsx";
import { collectExport, saveAsFile } from "./export-data.ts";
import { useSave } from "./use-save.tsx";

/** The personal data that the shop stores, with ways to download and delete it. */
export function PrivacySection(props: { customerId: string; onErased: (done: Erasure) => void }) {
  const { slug, name } = useStore();
  const [asked, setAsked] = useState<Scope | null>(null);
  const [isExporting, setExporting] = useState(false);

  async function download() {
    setExporting(true);
    try {
      const { customers } = await browserApi();
      const all = await collectExport((after) =>
        customers.exportCustomer({ id: props.customerId, ...(after === null ? {} : { after }) }),
      );
      saveAsFile(`${slug}-my-data.json`, all);
    } catch {
      toast({ title: "Your data couldn't be loaded. Try again.", tone: "destructive" });
    }
    setExporting(false);
  }

  return (
    <section aria-labelledby="privacy-title" className="min-w-0">
      <h2 id="privacy-title" className="display mb-4 text-h3">
        Your data
      </h2>
      <p className="mb-4 max-w-measure">
        Download the data that {name} has about you, or delete it. Deleting your account closes it
        in every shop on {platformName}.
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button
          variant="secondary"
          busy={isExporting}
          busyText="Collecting"
          onClick={() => void download()}
        >
          Export my data
        </Button>
        <Button variant="quiet" onClick={() => setAsked("store")}>
          Delete my data at {name}
        </Button>
        <Button variant="quiet" onClick={() => setAsked("account")}>
          Delete my account
        </Button>
      </div>
      <Dialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === "store" ? `Delete your data at ${name}?` : "Delete your account?"}
      >
        {asked === null ? null : (
          <ErasureForm {...props} scope={asked} onKept={() => setAsked(null)} />
        )}
      </Dialog>
    </section>
  );
}

type Scope = Exclude<Erasure, "kept">;

type ErasureProps = {
  customerId: string;
  scope: Scope;
  onErased: (done: Erasure) => void;
  onKept: () => void;
};

function ErasureForm({ customerId, scope, onErased, onKept }: ErasureProps) {
  const { name } = useStore();
  const { busy, errors, failure, save } = useSave();
  const [asksCode, setAsksCode] = useState(false);
  async function erase(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    // The fields may be missing, because right after signing in the API requires neither password nor code.
    const body = {
      currentPassword: textOf(fields, "currentPassword") || undefined,
      code: textOf(fields, "code") || undefined,
    };
    let done: Erasure = scope;
    const erased = await save(async () => {
      const { customers, users } = await browserApi();
      const { id: userId, roles, isPlatformAdmin } = await users.getMe({});
      await customers.eraseCustomer({ id: customerId, body }).catch((error: unknown) => {
        if (isApiError(error, "TOTP_REQUIRED")) setAsksCode(true);
        // A second click or another tab has already deleted the data.
        if (!isApiError(error, "NOT_FOUND")) throw error;
      });
      if (scope === "store") return;
      // Staff and administrators keep their account.
      if (roles.length > 0 || isPlatformAdmin) done = "kept";
      else await users.deleteUser({ id: userId, body });
    });
    if (erased) onErased(done);
  }
  return (
    <form className="grid gap-4 p-gutter" noValidate onSubmit={(event) => void erase(event)}>
      <p>
        {name} deletes your name, addresses, phone number and email, also in your orders, and sends
        no more emails. Order amounts and dates stay, as the law requires. This can't be undone.
      </p>
      {scope === "account" ? (
        <p>
          This closes your account in every shop on {platformName}, not only at {name}: you can't
          sign in to any of them again. Other shops keep their own records of your orders. To delete
          those too, choose “Delete my data” in your account at each shop first.
        </p>
      ) : (
        <p>Your account and your data in other shops on {platformName} stay as they are.</p>
      )}
      <PasswordField
        label="Password"
        name="currentPassword"
        hint="You can leave this empty if you just signed in."
        autoComplete="current-password"
        error={errors["currentPassword"]}
      />
      {asksCode ? (
        <TextField
          label="Code"
          name="code"
          hint="The six-digit code from your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          error={errors["code"]}
        />
      ) : null}
      <p role="alert" className="font-medium text-pin empty:hidden">
        {failure}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyText="Deleting">
          {scope === "store" ? "Delete my data" : "Delete my account"}
        </Button>
        <Button variant="secondary" onClick={onKept}>
          {scope === "store" ? "Keep my data" : "Keep my account"}
        </Button>
      </div>
    </form>
  );
}
