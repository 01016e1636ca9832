import { QueryScope } from "../lib/query.tsx";
import { CartView } from "./cart-view.tsx";

/** The lines and sums of /cart. A default export, because an empty cart does without its code. */
export default function CartPage() {
  return (
    <QueryScope>
      <CartView place="cart" />
    </QueryScope>
  );
}
