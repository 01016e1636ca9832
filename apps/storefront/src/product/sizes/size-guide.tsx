import { Suspense, useState } from "react";
import { RulerIcon } from "./ruler-icon.tsx";
import type { PageProduct } from "../../product-data/page-product.ts";
import { whenNeeded } from "../../lib/when-needed.ts";

const SizeGuideDialog = whenNeeded(() => import("./size-guide-dialog.tsx"));

/** Opens the product's size guide. Without JavaScript, it is a link to the store's size guide. */
export function SizeGuide({
  product,
  text = "Size guide",
}: {
  product: PageProduct;
  text?: string;
}) {
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <a
        href="/size-guide"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          setOpened(true);
          setOpen(true);
        }}
        onPointerEnter={SizeGuideDialog.preload}
        onFocus={SizeGuideDialog.preload}
        className="ruler-link"
      >
        <span className="text-chalk">
          <RulerIcon />
        </span>
        {text}
      </a>
      {opened ? (
        <Suspense fallback={null}>
          <SizeGuideDialog product={product} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
