import { useQuery } from "@tanstack/react-query";
import { buttonClass } from "@vetrina/ui/button";
import { Link } from "react-router";
import { browserApi } from "../lib/api.ts";
import { LoadState } from "../lib/load-state.tsx";
import { QueryScope } from "../lib/query.tsx";
import { useRootData } from "../lib/store.ts";
import { OrderView } from "../order-page/order-view.tsx";
import { readOrderPage } from "../order-page/read-order-page.ts";
import { orderWords } from "../order-page/words/order-words.ts";

/** One order of the signed-in customer, even if it was placed in another browser. */
export default function OrderPage({ id }: { id: string }) {
  return (
    <QueryScope>
      <div className="grid gap-10">
        <Loaded id={id} />
        <Link
          to="/account"
          className={`${buttonClass({ variant: "secondary" })} justify-self-start print:hidden`}
        >
          Back to your account
        </Link>
      </div>
    </QueryScope>
  );
}

function Loaded({ id }: { id: string }) {
  const { language } = useRootData();
  const order = useQuery({
    queryKey: ["order-page", id],
    queryFn: async ({ signal }) => readOrderPage(await browserApi(), id, signal),
  });
  const words = useQuery({
    queryKey: ["order-words", language],
    queryFn: () => orderWords(language),
    staleTime: Infinity,
  });
  if (order.data === undefined || words.data === undefined)
    return (
      <LoadState
        error={order.error ?? words.error}
        what="this order"
        retry={() => void Promise.all([order.refetch(), words.refetch()])}
      />
    );
  return (
    <OrderView
      data={order.data}
      page={{ words: words.data, language }}
      isSection
      onChanged={() => void order.refetch()}
    />
  );
}
