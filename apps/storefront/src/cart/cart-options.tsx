import type { BuyableLine } from "@vetrina/commerce/cart";
import type { Quote } from "@vetrina/contract/pricing/shipping";
import { useQuery } from "@tanstack/react-query";
import { Select } from "@vetrina/ui/select";
import { withValue } from "../draft/draft.ts";
import { PromoField } from "./promo-field.tsx";
import { useDraft } from "../draft/use-draft.ts";
import { browserApi } from "../lib/api.ts";
import { shippingCountries } from "./shipping-countries.ts";
import { useRootData } from "../lib/store.ts";

type Props = { lines: readonly BuyableLine[]; quote: Quote | undefined };

/** Fields for the shipping country and a discount code. The checkout uses both too. Needs QueryScope. */
export function CartOptions({ lines, quote }: Props) {
  const { draft, change } = useDraft();
  return (
    <div className="grid gap-2">
      <CountrySelect
        country={draft.shipping.country}
        onChange={(country) => change((before) => withValue(before, "shipping.country", country))}
      />
      <PromoField lines={lines} refusal={quote?.discountMessage ?? null} />
    </div>
  );
}

function CountrySelect({
  country,
  onChange,
}: {
  country: string;
  onChange: (country: string) => void;
}) {
  const { language, store } = useRootData();
  const { data } = useQuery({
    queryKey: ["shipping-regions", store.id],
    queryFn: async ({ signal }) =>
      (await browserApi()).shipping.listShippingRegions({ storeId: store.id }, { signal }),
    staleTime: 300_000,
  });
  return (
    <Select
      label="Ship to"
      name="cart-country"
      value={country}
      options={shippingCountries(data?.items ?? [], { country, language })}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
