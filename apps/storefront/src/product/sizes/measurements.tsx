import { Picture } from "../../lib/picture.tsx";
import { measuredSizes, measuringOf } from "./measures.ts";
import { sizeOf, technicalDrawing } from "../../product-data/selection.ts";
import { SizeGuide } from "./size-guide.tsx";
import { Length, UnitSwitch } from "./unit-switch.tsx";
import type { PageProduct, PageVariant } from "../../product-data/page-data.ts";

/** The product's own measurements by size, next to the drawing that shows where they are taken. */
export function Measurements({
  product,
  variant,
}: {
  product: PageProduct;
  variant: PageVariant | undefined;
}) {
  const { measures } = product;
  if (measures.length === 0) return null;
  const { title, text, guide } = measuringOf(product.category);
  const drawing = technicalDrawing(product.images);
  const sizes = measuredSizes(product);
  const chosen = variant && sizeOf(product, variant);
  return (
    <section
      id="measurements"
      aria-labelledby="measurements-title"
      className="mt-20 bg-tissue lg:mt-28"
    >
      <div
        className={`sheet grid items-center gap-x-16 gap-y-8 py-12 lg:py-0 ${drawing ? "lg:grid-cols-[5fr_7fr]" : "lg:py-20"}`}
      >
        {drawing ? (
          <div className="max-lg:order-2">
            <Picture
              image={drawing}
              sizes="(min-width: 64rem) 36rem, 100vw"
              className="aspect-4/5 w-full object-cover"
            />
          </div>
        ) : null}
        <div className="group/units min-w-0 lg:py-16">
          <h2 id="measurements-title" className="display text-h1">
            {title}
          </h2>
          <p className="mt-4 max-w-measure">
            {text}
            {drawing ? " The letters match the drawing." : null}
          </p>
          <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <UnitSwitch />
            <SizeGuide product={product} text={guide} />
          </div>
          <div className="mt-4 overflow-x-auto">
            <table className="w-full text-small tabular-nums">
              <caption className="sr-only">Measurements of {product.name} by size</caption>
              <thead>
                <tr className="border-b border-ink">
                  <th scope="col" className="py-3 pe-4 text-start font-medium">
                    Size
                  </th>
                  {measures.map(({ label, letter }) => (
                    <th key={label} scope="col" className="py-3 ps-4 text-end font-medium">
                      <span className="text-chalk">{letter}</span> {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {sizes.map((size) => (
                  <tr
                    key={size}
                    aria-current={(size === chosen && sizes.length > 1) || undefined}
                    className="border-b border-edge/40 aria-[current=true]:font-semibold aria-[current=true]:text-chalk"
                  >
                    <th scope="row" className="py-3 pe-4 text-start font-[inherit]">
                      {size}
                    </th>
                    {measures.map(({ label, bySize }) => (
                      <td key={label} className="py-3 ps-4 text-end">
                        <Measure centimeters={bySize[size]} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      </div>
    </section>
  );
}

function Measure({ centimeters }: { centimeters: number | undefined }) {
  return centimeters === undefined ? "–" : <Length centimeters={centimeters} />;
}
