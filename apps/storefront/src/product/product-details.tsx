import { AccordionItem } from "@vetrina/ui/accordion";
import { Link } from "react-router";
import { freeShippingWords } from "../lib/free-shipping-words.ts";
import { useMoney, useRoundMoney } from "../lib/money.ts";
import { useStore } from "../lib/store.ts";
import { businessDaysText, shippingToHome } from "./delivery.ts";
import type { PageProduct } from "../product-data/page-product.ts";

/** Description, fabric and care, shipping and returns: sections that open without JavaScript. */
export function ProductDetails({ product }: { product: PageProduct }) {
  const store = useStore();
  const { shipping, returnDays } = store;
  const money = useMoney();
  const free = freeShippingWords(store, useRoundMoney());
  const { composition, care } = product;
  return (
    <div className="border-t border-line">
      {product.description ? (
        <AccordionItem title="Description" open>
          <div
            className="prose text-small"
            // The server sanitized this HTML with an allow-list when it was saved.
            dangerouslySetInnerHTML={{ __html: product.description }}
          />
        </AccordionItem>
      ) : null}
      {composition || care.length > 0 ? (
        <AccordionItem title="Fabric and care">
          <div className="prose text-small">
            {composition ? <p>{composition}</p> : null}
            {care.length > 0 ? (
              <ul>
                {care.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            ) : null}
          </div>
        </AccordionItem>
      ) : null}
      <AccordionItem title="Shipping and returns">
        <div className="prose text-small">
          {shipping === null ? null : (
            <p>
              {`${shippingToHome(store, shipping)}: ${money(shipping.price)}, ${businessDaysText(shipping)}.${free === null ? "" : ` ${free}.`}`}
            </p>
          )}
          {returnDays > 0 ? (
            <p>{`Send it back within ${returnDays === 1 ? "1 day" : `${returnDays} days`} of delivery.`}</p>
          ) : null}
          <p className="flex flex-wrap gap-x-4">
            <Link to="/shipping-info" className="flex min-h-target items-center">
              Shipping
            </Link>
            <Link to="/returns" className="flex min-h-target items-center">
              Returns
            </Link>
          </p>
        </div>
      </AccordionItem>
    </div>
  );
}
