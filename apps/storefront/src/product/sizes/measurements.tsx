import { WideTable } from "@vetrina/ui/wide-table";
import { Picture } from "../../lib/pictures/picture.tsx";
import { measuredSizes, measuringOf } from "./measurement-charts.ts";
import { sizeOf, technicalDrawing } from "../../product-data/selection.ts";
import { SizeGuide } from "./size-guide.tsx";
import { Length, UnitSwitch } from "./unit-switch.tsx";
import type { PageProduct, PageVariant } from "../../product-data/page-product.ts";

/** The product's own measurements by size, next to the drawing that shows where the garment is measured. */
export function Measurements({
  product,
  variant,
}: {
  product: PageProduct;
  variant: PageVariant | undefined;
}) {
  const { measurements } = product;
  if (measurements.length === 0) return null;
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
      <div className={`sheet ${drawing ? "beside-drawing" : "py-12 lg:py-20"}`}>
        {drawing ? (
          <div className="max-lg:order-2">
            <Picture
              image={drawing}
              sizes="(min-width: 64rem) 36rem, 100vw"
              className="aspect-4/5 w-full object-cover"
            />
          </div>
        ) : null}
        <div className="units min-w-0 lg:py-16">
          <h2 id="measurements-title" className="display text-h1">
            {title}
          </h2>
          <p className="mt-4 max-w-measure">
            {drawing ? `${text} The letters match the drawing.` : text}
          </p>
          <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
            <UnitSwitch />
            <SizeGuide product={product} text={guide} />
          </div>
          <WideTable label="Measurements" className="mt-4">
            <table className="size-table">
              <caption className="sr-only">{`Measurements of ${product.name} by size`}</caption>
              <thead>
                <tr>
                  <th scope="col">Size</th>
                  {measurements.map(({ label, letter }) => (
                    <th key={label} scope="col">
                      <span className="text-chalk">{letter}</span>
                      {` ${label}`}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {sizes.map((size) => (
                  <tr key={size} aria-current={(size === chosen && sizes.length > 1) || undefined}>
                    <th scope="row">{size}</th>
                    {measurements.map(({ label, bySize }) => (
                      <td key={label}>
                        <Measurement centimeters={bySize[size]} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </WideTable>
        </div>
      </div>
    </section>
  );
}

function Measurement({ centimeters }: { centimeters: number | undefined }) {
  return centimeters === undefined ? "–" : <Length centimeters={centimeters} />;
}
