import { Drawer } from "@vetrina/ui/dialog";

/** The bag over the page. */
export default function CartDrawer() {
  return null;
}
void Drawer;
