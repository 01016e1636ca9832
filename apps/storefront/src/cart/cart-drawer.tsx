import { Drawer } from "@vetrina/ui/dialog";
import { ToastRegion } from "@vetrina/ui/toast";
import { useCart } from "./use-cart.ts";
import { QueryScope } from "../lib/query.tsx";
import { CartView } from "./cart-view.tsx";
import { itemCount } from "../lib/item-count.ts";

/** The cart as a drawer over the page. A default export, because it is loaded lazily. */
export default function CartDrawer() {
  const { isOpen, close, count } = useCart();
  const aside = count > 0 ? itemCount(count) : null;
  return (
    <Drawer open={isOpen} onClose={close} title="Your cart" aside={aside}>
      <QueryScope>
        <CartView place="drawer" />
      </QueryScope>
      {/* Needed here, because the page's own toast region is inert while the drawer is open. */}
      {isOpen ? <ToastRegion place="dialog" /> : null}
    </Drawer>
  );
}
