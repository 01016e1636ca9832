import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { CustomerAddress } from "@vetrina/contract/people/customers";
import { Badge } from "@vetrina/ui/badge";
import { Button } from "@vetrina/ui/button";
import { Dialog } from "@vetrina/ui/dialog";
import { toast } from "@vetrina/ui/toast";
import { UndoLine } from "@vetrina/ui/undo-line";
import { useRef, useState } from "react";
import { AddressLines } from "../order/review.tsx";
import { browserApi } from "../lib/api.ts";
import { AddressForm, addressFormOf } from "./address-form.tsx";
import { LoadState } from "../lib/load-state.tsx";
import { forgetTyped, typedIn } from "./typed-form.ts";

/** The saved addresses. One for shipping and one for billing can be the default. */
export function AddressesSection({ customerId, name }: { customerId: string; name: string }) {
  const queries = useQueryClient();
  // If the session expires while the form is open, the typed input is restored after the user signs in again.
  const [typed] = useState(() => typedIn(addressFormOf(customerId)));
  // The address in the form: undefined if there is no form, null for a new address, "typed" for the restored input.
  const [chosen, setEdited] = useState<CustomerAddress | "typed" | null | undefined>(
    typed === null ? undefined : "typed",
  );
  // The address that was removed last, for Undo.
  const [removed, setRemoved] = useState<CustomerAddress | null>(null);
  const queryKey = ["customer", customerId, "addresses"];
  const addresses = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await browserApi()).customers.listAddresses({ id: customerId, limit: 50 }, { signal }),
  });
  const wasTyped = addresses.data?.items.find(({ id }) => id === typed?.["addressId"]) ?? null;
  const edited = chosen === "typed" ? addresses.data && wasTyped : chosen;
  const heading = useRef<HTMLHeadingElement>(null);
  const settle = () => queries.invalidateQueries({ queryKey });

  async function remove(address: CustomerAddress) {
    try {
      const { customers } = await browserApi();
      await customers.deleteAddress({ id: customerId, addressId: address.id });
      setRemoved(address);
    } catch {
      toast({ title: "The address could not be removed. Try again.", tone: "destructive" });
    }
    await settle();
  }

  async function restore(address: CustomerAddress) {
    const { id: _, createdAt: _c, updatedAt: _u, version: _v, ...body } = address;
    setRemoved(null);
    // The clicked button disappears, so focus moves to the heading.
    heading.current?.focus();
    try {
      await (await browserApi()).customers.createAddress({ id: customerId, body });
    } catch {
      setRemoved(address);
      toast({ title: "The address could not be restored. Try again.", tone: "destructive" });
    }
    await settle();
  }

  return (
    <section aria-labelledby="addresses-title" className="min-w-0">
      <h2 id="addresses-title" ref={heading} tabIndex={-1} className="display mb-4 text-h3">
        Addresses
      </h2>
      {addresses.data === undefined ? (
        <LoadState
          error={addresses.error}
          what="your addresses"
          retry={() => void addresses.refetch()}
        />
      ) : (
        <div className="grid gap-4">
          {addresses.data.total === 0 ? (
            <p className="text-graphite">No saved addresses yet.</p>
          ) : null}
          <ul className="grid gap-4 sm:grid-cols-2">
            {addresses.data.items.map((address) => (
              <li key={address.id} className="grid content-start gap-2 border border-line p-4">
                <p className="flex flex-wrap items-center gap-2 text-small text-graphite">
                  {address.type === "SHIPPING" ? "Shipping" : "Billing"}
                  {address.isDefault ? <Badge>Default</Badge> : null}
                </p>
                <div className="[overflow-wrap:anywhere]">
                  <AddressLines address={address} />
                </div>
                <p className="flex gap-4">
                  <Button
                    variant="quiet"
                    aria-label={`Edit the address of ${address.name}`}
                    onClick={() => setEdited(address)}
                  >
                    Edit
                  </Button>
                  <Button
                    variant="quiet"
                    aria-label={`Remove the address of ${address.name}`}
                    onClick={() => void remove(address)}
                  >
                    Remove
                  </Button>
                </p>
              </li>
            ))}
          </ul>
          {removed === null ? null : (
            <UndoLine
              removed={removed}
              text={`Address of ${removed.name} removed`}
              onUndo={() => void restore(removed)}
            />
          )}
          <Button
            variant="secondary"
            className="justify-self-start"
            onClick={() => setEdited(null)}
          >
            Add an address
          </Button>
        </div>
      )}
      <Dialog
        open={edited !== undefined}
        onClose={() => {
          forgetTyped(addressFormOf(customerId));
          setEdited(undefined);
        }}
        title={edited === null ? "New address" : "Edit address"}
      >
        {edited === undefined ? null : (
          <AddressForm
            customerId={customerId}
            address={edited}
            name={name}
            onSaved={() => {
              setEdited(undefined);
              void settle();
            }}
          />
        )}
      </Dialog>
    </section>
  );
}
