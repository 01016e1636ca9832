import { useQueryClient } from "@tanstack/react-query";
import type { Customer } from "@vetrina/contract/people/customers";
import { Button } from "@vetrina/ui/button";
import { Checkbox } from "@vetrina/ui/checkbox";
import { TextField } from "@vetrina/ui/field";
import { toast } from "@vetrina/ui/toast";
import type { FormEvent } from "react";
import { browserApi } from "../lib/api.ts";
import { useStore } from "../lib/store.ts";
import { useSave } from "./use-save.tsx";

/** Name, phone and email settings. */
export function ProfileSection({ customer }: { customer: Customer }) {
  const { name } = useStore();
  const queries = useQueryClient();
  const { busy, errors, failure, save, typed } = useSave(`profile ${customer.id}`);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const saved = await save(async () => {
      const changed = await (
        await browserApi()
      ).customers.updateCustomer({
        id: customer.id,
        body: {
          name: textOf(form, "name"),
          phone: textOf(form, "phone") || null,
          newsletter: form.has("newsletter"),
        },
      });
      queries.setQueryData(["customer", "me", customer.storeId], changed);
    }, form);
    if (saved) toast({ title: "Saved" });
  }

  return (
    <section aria-labelledby="profile-title" className="min-w-0">
      <h2 id="profile-title" className="display mb-4 text-h3">
        Your details
      </h2>
      <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Name"
          name="name"
          defaultValue={typed?.["name"] ?? customer.name}
          autoComplete="name"
          maxLength={120}
          optional
          error={errors["name"]}
        />
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          defaultValue={typed?.["phone"] ?? customer.phone ?? ""}
          autoComplete="tel"
          maxLength={40}
          optional
          error={errors["phone"]}
        />
        <Checkbox
          name="newsletter"
          defaultChecked={typed === null ? customer.newsletter : "newsletter" in typed}
          label={`Email me about new arrivals and sales at ${name}`}
        />
        <p role="alert" className="text-small font-medium text-pin empty:hidden">
          {failure}
        </p>
        <Button type="submit" busy={busy} busyText="Saving" className="justify-self-start">
          Save
        </Button>
      </form>
    </section>
  );
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
}
