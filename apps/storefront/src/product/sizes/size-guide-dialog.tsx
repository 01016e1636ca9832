import { WideTable } from "@vetrina/ui/wide-table";
import { useQuery } from "@tanstack/react-query";
import { bodyMeasurementsOf } from "@vetrina/commerce/products/size-advice";
import { Button } from "@vetrina/ui/button";
import { Dialog } from "@vetrina/ui/dialog";
import { Skeleton } from "@vetrina/ui/skeleton";
import { Fragment, useId } from "react";
import { browserApi } from "../../lib/api.ts";
import { QueryScope } from "../../lib/query.tsx";
import { useStore } from "../../lib/store.ts";
import {
  type Chart,
  chartCell,
  chartFor,
  hasLengths,
  noChart,
  offeredSizes,
  ownChart,
} from "./measurement-charts.ts";
import { SizeCalculator } from "./size-calculator.tsx";
import { UnitSwitch } from "./unit-switch.tsx";
import type { PageProduct } from "../../product-data/page-product.ts";

type SizeGuideDialogProps = { product: PageProduct; open: boolean; onClose: () => void };

/** The size calculator and the charts. Opens at the product's own chart, or at the store's chart for it. */
export default function SizeGuideDialog({ product, open, onClose }: SizeGuideDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Size guide"
      className="w-[min(52rem,calc(100vw-2rem))]"
    >
      <QueryScope>
        <Charts product={product} />
      </QueryScope>
    </Dialog>
  );
}

function Charts({ product }: { product: PageProduct }) {
  const { id } = useStore();
  const name = useId();
  const { data, isError, refetch } = useQuery({
    queryKey: ["help", id],
    queryFn: async ({ signal }) => (await browserApi()).stores.getHelp({ id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isError)
    return (
      <div role="alert" className="grid justify-items-start gap-4 p-gutter">
        <p>The charts could not be loaded.</p>
        <Button variant="secondary" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  if (!data)
    return (
      <div className="p-gutter">
        <span className="sr-only">Loading the charts</span>
        <Skeleton className="h-96" />
      </div>
    );

  const charts = [...ownChart(product), ...data.sizeCharts];
  const own = product.bodyMeasurements.length > 0 ? charts[0] : chartFor(data.sizeCharts, product);
  const { measurements, sizes } = bodyMeasurementsOf(own ?? noChart, offeredSizes(product));
  return (
    <div className="grid gap-6 p-gutter">
      {charts.length === 0 ? (
        <p>This store has no size charts. This item's measurements are on its page.</p>
      ) : null}
      {charts.map((chart) => (
        <details
          key={chart.name}
          name={name}
          open={chart === own}
          className="group min-w-0 border-b border-line"
        >
          <summary className="flex min-h-cta list-none items-center justify-between gap-4 font-medium">
            {chart.name}
            <span className="text-small text-graphite group-open:hidden">Show</span>
          </summary>
          <ChartTable chart={chart} />
        </details>
      ))}
      <SizeCalculator
        measurements={product.bodyMeasurements.length > 0 ? product.bodyMeasurements : measurements}
        sizes={sizes}
      />
      <dl className="grid gap-x-8 gap-y-4 text-small sm:grid-cols-2">
        {data.measuring.map(({ title, text }) => (
          <div key={title}>
            <dt className="font-medium">{title}</dt>
            <dd className="text-graphite">{text}</dd>
          </div>
        ))}
      </dl>
      {data.sizeTips.length > 0 ? (
        <ul className="grid list-disc gap-1 ps-5 text-small">
          {data.sizeTips.map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function ChartTable({ chart }: { chart: Chart }) {
  return (
    <div className="units pb-6">
      {hasLengths(chart) ? <UnitSwitch /> : null}
      <WideTable label={chart.name} className="mt-2">
        <table className="w-full text-small digits">
          <caption className="sr-only">{chart.name}</caption>
          <thead>
            <tr className="border-b border-ink">
              {chart.columns.map((column) => (
                <th key={column} scope="col" className="py-2.5 pe-4 text-start font-medium">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {chart.rows.map((row) => (
              <tr key={row[0]} className="border-b border-line">
                {chart.columns.map((column, index) => (
                  <Cell key={column} first={index === 0} column={column} text={row[index] ?? ""} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
    </div>
  );
}

function Cell({ first, column, text }: { first: boolean; column: string; text: string }) {
  const inInches = chartCell(column, text, "in");
  const content =
    inInches === text ? (
      text
    ) : (
      <Fragment>
        <span className="cm">{text}</span>
        <span className="inches">{inInches}</span>
      </Fragment>
    );
  return first ? (
    <th scope="row" className="py-2.5 pe-4 text-start font-medium">
      {content}
    </th>
  ) : (
    <td className="py-2.5 pe-4">{content}</td>
  );
}
