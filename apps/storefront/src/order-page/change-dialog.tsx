import type { Address } from "@vetrina/contract/common";
import type { OrderDetails, OrderItem } from "@vetrina/contract/orders/orders";
import { Dialog } from "@vetrina/ui/dialog";
import { toast } from "@vetrina/ui/toast";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryScope } from "../lib/query.tsx";
import { usePageWords } from "./page-words.ts";
import { changeWords } from "./words/order-words.ts";
import { AddressForm } from "./address-form.tsx";
import { CancelForm } from "./cancel-form.tsx";
import type { FormProps } from "./form-props.ts";
import { SizeForm } from "./size-form.tsx";

/** The changes that a buyer can make to an order. */
export type Change =
  | { kind: "address"; order: OrderDetails; address: Address }
  | { kind: "size"; order: OrderDetails; item: OrderItem }
  | { kind: "cancel"; order: OrderDetails };

type Props = {
  change: Change;
  isOpen: boolean;
  onClose: () => void;
  /** Called once the order has changed, through this dialog or in another way. */
  onChanged: () => void;
};

/** The dialog for making a change. Loaded on demand, with the texts of the page's language. */
export default function ChangeDialog(props: Props) {
  return (
    <QueryScope>
      <Loaded {...props} />
    </QueryScope>
  );
}

function Loaded({ change, isOpen, onClose, onChanged }: Props) {
  const { words: page, language } = usePageWords();
  const { data: words } = useQuery({
    queryKey: ["change-words", language],
    queryFn: () => changeWords(language),
    staleTime: Infinity,
  });
  const [isStale, setStale] = useState(false);
  // Reading the order again may remove the dialog, so this waits until the shopper closes the message.
  const close = () => {
    onClose();
    if (!isStale) return;
    setStale(false);
    onChanged();
  };
  const titles = {
    address: page.changeAddress,
    size: words?.sizeTitle ?? page.changeSize,
    cancel: words?.cancelTitle ?? page.cancelOrder,
  };
  // No message is shown for a cancellation, because the page confirms it below the heading that receives focus.
  const said = { address: "addressSaved", size: "sizeSaved", cancel: null } as const;
  return (
    <Dialog open={isOpen} onClose={close} title={titles[change.kind]}>
      {words === undefined || !isOpen ? null : (
        <Form
          change={change}
          words={words}
          onClose={close}
          onStale={() => setStale(true)}
          onDone={() => {
            const text = said[change.kind];
            onClose();
            if (text !== null) toast({ title: words[text] });
            onChanged();
          }}
        />
      )}
    </Dialog>
  );
}

function Form({ change, ...props }: FormProps & { change: Change }) {
  switch (change.kind) {
    case "address":
      return <AddressForm {...props} order={change.order} address={change.address} />;
    case "size":
      return <SizeForm {...props} order={change.order} item={change.item} />;
    case "cancel":
      return <CancelForm {...props} order={change.order} />;
  }
}
