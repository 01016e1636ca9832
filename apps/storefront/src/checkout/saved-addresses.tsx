import type { CustomerAddress } from "@vetrina/contract/people/customers";
import { Select } from "@vetrina/ui/select";
import type { AddressGroup, Draft } from "../draft/draft.ts";
import { addressLabel, savedLike, withSavedAddress } from "./fill-draft.ts";

type Props = {
  draft: Draft;
  group: AddressGroup;
  addresses: readonly CustomerAddress[];
  onChange: (next: (before: Draft) => Draft) => void;
};

/** The account's addresses to choose from. The fields below can still be changed. */
export default function SavedAddresses({ draft, group, addresses, onChange }: Props) {
  if (addresses.length === 0) return null;
  const chosen = savedLike(draft[group], addresses);
  const choices = addresses.map((address) => ({ value: address.id, label: addressLabel(address) }));
  return (
    <Select
      id={`checkout-${group}-saved`}
      label="Saved addresses"
      value={chosen?.id ?? ""}
      options={[
        { value: "", label: "Another address", disabled: chosen === undefined },
        ...choices,
      ]}
      onChange={({ target: { value } }) => {
        const address = addresses.find(({ id }) => id === value);
        onChange((before) =>
          address
            ? withSavedAddress(before, group, address)
            : { ...before, [group]: { ...emptyLike(before, group) } },
        );
      }}
      className="mb-4"
    />
  );
}

/** An empty address in the country of the current one, because most shoppers' addresses are all in one country. */
function emptyLike(draft: Draft, group: AddressGroup): Draft[AddressGroup] {
  const { country } = draft[group];
  return {
    name: "",
    address: "",
    address2: "",
    city: "",
    region: "",
    postalCode: "",
    country,
    phone: "",
  };
}
