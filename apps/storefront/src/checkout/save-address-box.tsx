import type { CustomerAddress } from "@vetrina/contract/people/customers";
import { Checkbox } from "@vetrina/ui/checkbox";
import type { Draft } from "../draft/draft.ts";
import { savedLike } from "./fill-draft.ts";

type Props = {
  draft: Draft;
  addresses: readonly CustomerAddress[];
  onChange: (next: (before: Draft) => Draft) => void;
};

/**
 * Offers to save the shipping address to the account when the order is placed. Not shown to guests, or if the address
 * is already saved.
 */
export default function SaveAddressBox({ draft, addresses, onChange }: Props) {
  if (draft.account === "" || savedLike(draft.shipping, addresses)) return null;
  return (
    <Checkbox
      label="Save this address to my account"
      checked={draft.savesAddress}
      onChange={({ target: { checked } }) =>
        onChange((before) => ({ ...before, savesAddress: checked }))
      }
      className="mt-2"
    />
  );
}
