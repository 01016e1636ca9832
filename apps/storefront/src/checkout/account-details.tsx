import { isApiError } from "@vetrina/client/api-error";
import { storageKey } from "@vetrina/commerce/constants";
import type { CustomerAddress } from "@vetrina/contract/people/customers";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@vetrina/ui/button";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { leaveAccount } from "../account/leave-account.ts";
import { browserApi } from "../lib/api.ts";
import { QueryScope } from "../lib/query.tsx";
import { useStore } from "../lib/store.ts";
import type { Draft } from "../draft/draft.ts";
import { useSession } from "../draft/session.ts";
import { filledDraft, whenOutOfEmptyField } from "./fill-draft.ts";

type Props = {
  draft: Draft;
  onChange: (next: (before: Draft) => Draft) => void;
  onAddresses: (addresses: readonly CustomerAddress[]) => void;
};

/**
 * The signed-in user's details, with a way to continue as a guest. Loaded lazily (a default export), because guests
 * don't need it.
 */
export default function AccountDetails(props: Props) {
  return (
    <QueryScope>
      <Details {...props} />
    </QueryScope>
  );
}

function Details({ draft, onChange, onAddresses }: Props) {
  const { id: storeId, slug, country } = useStore();
  const element = useRef<HTMLDivElement>(null);
  const hasOrdered = Boolean(useSession(storageKey(slug, "last-order")));
  const { data, error, refetch } = useQuery({
    queryKey: ["customer", "checkout", storeId],
    queryFn: async ({ signal }) => {
      const { customers } = await browserApi();
      const customer = await customers.getMyCustomer({ storeId }, { signal });
      const addresses = await customers.listAddresses({ id: customer.id, limit: 50 }, { signal });
      return { customer, addresses: addresses.items };
    },
  });
  useEffect(() => {
    if (!data) return undefined;
    onAddresses(data.addresses);
    const form = element.current?.closest("form");
    if (!form || draft.account === data.customer.id) return undefined;
    return whenOutOfEmptyField(form, () =>
      onChange((before) => filledDraft(before, { ...data, hasOrdered }, country)),
    );
    // The details are applied when they arrive, not each time the draft changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data]);

  return (
    <div ref={element} className="flex min-h-target flex-wrap items-center gap-x-6">
      {data ? (
        <p className="min-w-0 [overflow-wrap:anywhere]">
          Signed in as <strong className="font-semibold">{data.customer.email}</strong>
        </p>
      ) : (
        <Failure error={error} retry={() => void refetch()} />
      )}
      <Leave />
    </div>
  );
}

function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  if (error === null) return <output className="text-graphite">Loading your details…</output>;
  if (isApiError(error, "EMAIL_NOT_VERIFIED"))
    return (
      <p>
        Confirm your email address to use your saved details.{" "}
        <Link to="/verify-email" className="text-link">
          Send the email again
        </Link>
      </p>
    );
  return (
    <p role="alert">
      Your saved details could not be loaded. You can fill in the form, or{" "}
      <button type="button" className="text-link min-h-target" onClick={retry}>
        try again
      </button>
      .
    </p>
  );
}

function Leave() {
  const { slug } = useStore();
  const [busy, setBusy] = useState(false);
  async function leave() {
    setBusy(true);
    await leaveAccount(slug);
    // Removes the account's data from this page's memory as well.
    window.location.reload();
  }
  return (
    <Button
      variant="quiet"
      className="text-small"
      busy={busy}
      busyText="Signing out"
      onClick={() => void leave()}
    >
      Sign out and continue as guest
    </Button>
  );
}
