import { QueryScope } from "../lib/query.tsx";
import { BagView } from "./bag-view.tsx";

/** The lines and sums of /cart. A default export, because an empty cart does without its code. */
export default function BagPage() {
  return (
    <QueryScope>
      <BagView place="cart" />
    </QueryScope>
  );
}
