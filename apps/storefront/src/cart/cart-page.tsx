import { QueryScope } from "../lib/query.tsx";
import { CartView } from "./cart-view.tsx";

/** The lines and totals of /cart. Loaded lazily (a default export), because an empty cart rarely needs it. */
export default function CartPage() {
  return (
    <QueryScope>
      <CartView place="cart" />
    </QueryScope>
  );
}
