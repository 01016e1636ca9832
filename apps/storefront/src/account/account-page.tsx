import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { browserApi } from "../lib/api.ts";
import { QueryScope } from "../lib/query.tsx";
import { useStore } from "../lib/store.ts";
import { forgetWishlist } from "../wishlist/sync-wishlist.ts";
import { AddressesSection } from "./addresses-section.tsx";
import { LoadState } from "../lib/load-state.tsx";
import { OrdersSection } from "./orders-section.tsx";
import { Erased, type Erasure } from "./erased.tsx";
import { PrivacySection } from "./privacy-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { SecuritySection } from "./security-section.tsx";
import { SignOut } from "./sign-out.tsx";

/** The account page. Each section loads, and fails, independently. */
export default function AccountPage() {
  return (
    <QueryScope>
      <Signed />
    </QueryScope>
  );
}

function Signed() {
  const { id: storeId, slug } = useStore();
  const [erasure, setErasure] = useState<Erasure | null>(null);
  const me = useQuery({
    queryKey: ["customer", "me", storeId],
    queryFn: async ({ signal }) =>
      (await browserApi()).customers.getMyCustomer({ storeId }, { signal }),
    enabled: erasure === null,
  });
  function erased(done: Erasure) {
    forgetWishlist(slug);
    setErasure(done);
  }
  if (erasure !== null) return <Erased erasure={erasure} />;
  if (me.data === undefined)
    return <LoadState error={me.error} what="your account" retry={() => void me.refetch()} />;
  const customer = me.data;
  return (
    <div className="grid gap-14">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <p className="min-w-0 text-lead [overflow-wrap:anywhere]">
          Signed in as <strong className="font-semibold">{customer.email}</strong>
        </p>
        <SignOut />
      </div>
      <div className="grid gap-x-16 gap-y-14 lg:grid-cols-[1fr_26rem] lg:grid-rows-[auto_auto_1fr] lg:items-start">
        <OrdersSection customerId={customer.id} />
        <div className="grid gap-14 lg:col-start-2 lg:row-span-3 lg:row-start-1">
          <ProfileSection key={customer.version} customer={customer} />
          <SecuritySection />
        </div>
        <AddressesSection customerId={customer.id} name={customer.name} />
        <PrivacySection customerId={customer.id} onErased={erased} />
      </div>
    </div>
  );
}
