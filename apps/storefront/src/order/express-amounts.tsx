import type { UpdateExpressShippingOutput } from "@vetrina/client/types";
import { useMoney } from "../lib/money.ts";

export type ShownAmounts = Pick<UpdateExpressShippingOutput, "shipping" | "tax" | "total"> & {
  methodName: string;
};

/** The order's amounts for the address that the shopper has chosen in the wallet. */
export function ExpressAmounts({ amounts }: { amounts: ShownAmounts | null }) {
  const money = useMoney();
  if (amounts === null) return null;
  const { shipping, tax, total, methodName } = amounts;
  return (
    <p className="digits">
      Total for your address: <strong>{money(total)}</strong>, with {methodName}{" "}
      {shipping === 0 ? "(free)" : `(${money(shipping)})`} and {money(tax)} tax
    </p>
  );
}
