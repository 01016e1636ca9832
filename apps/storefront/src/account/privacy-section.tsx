import { isApiError } from "@vetrina/client/api-error";
import { Button } from "@vetrina/ui/button";
import { Dialog } from "@vetrina/ui/dialog";
import { TextField } from "@vetrina/ui/field";
import { toast } from "@vetrina/ui/toast";
import { type FormEvent, useState } from "react";
import { browserApi } from "../lib/api.ts";
import { useStore } from "../lib/store.ts";
import { textOf } from "./credentials.ts";
import { collectExport, saveAsFile } from "./export-data.ts";
import { useSave } from "./use-save.tsx";

/** Export and deletion of the customer's data. */
export function PrivacySection(props: { customerId: string; onErased: () => void }) {
  const { slug, name } = useStore();
  const [isOpen, setOpen] = useState(false);
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
        Download the data that {name} has about you, or delete your account.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          busy={isExporting}
          busyText="Collecting"
          onClick={() => void download()}
        >
          Export my data
        </Button>
        <Button variant="quiet" onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      </div>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Delete your account?">
        {isOpen ? <Erasure {...props} onCancel={() => setOpen(false)} /> : null}
      </Dialog>
    </section>
  );
}

type ErasureProps = { customerId: string; onErased: () => void; onCancel: () => void };

function Erasure({ customerId, onErased, onCancel }: ErasureProps) {
  const { name } = useStore();
  const { busy, errors, failure, save } = useSave();
  const [asksCode, setAsksCode] = useState(false);
  async function erase(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    // Right after signing in, the API requires neither.
    const body = {
      currentPassword: textOf(fields, "currentPassword") || undefined,
      code: textOf(fields, "code") || undefined,
    };
    const erased = await save(async () => {
      const { customers, users } = await browserApi();
      const { id: userId, roles, isPlatformAdmin } = await users.getMe({});
      await customers.eraseCustomer({ id: customerId, body }).catch((error: unknown) => {
        if (isApiError(error, "TOTP_REQUIRED")) setAsksCode(true);
        // The account was already deleted by a second press or another tab.
        if (!isApiError(error, "NOT_FOUND")) throw error;
      });
      // Staff keep their account, because they sign in to a store with it.
      if (roles.length === 0 && !isPlatformAdmin) await users.deleteUser({ id: userId, body });
    });
    if (erased) onErased();
  }
  return (
    <form className="grid gap-4 p-gutter" noValidate onSubmit={(event) => void erase(event)}>
      <p>
        {name} deletes your name, addresses, phone number and email, also in your orders, and sends
        no more emails. You can't sign in to this account again. Order amounts and dates stay, as
        the law requires. This can't be undone.
      </p>
      <TextField
        label="Password"
        name="currentPassword"
        type="password"
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
          Delete my account
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {" "}
          Keep my account{" "}
        </Button>
      </div>
    </form>
  );
}
