import { inInches, type SizeChart } from "@vetrina/commerce/products/inches";
import { unitOf } from "@vetrina/commerce/products/unit-of";
import { WideTable } from "@vetrina/ui/wide-table";
import { useStore } from "../lib/store.ts";
import { chartKey } from "./measurement-charts.ts";

/** The maximum number of charts that the CSS rules of `size-charts` support. */
const maxCharts = 6;
const units = [
  { unit: "cm", label: "Centimeters" },
  { unit: "in", label: "Inches" },
];
const tab =
  "choice flex min-h-field min-w-target items-center justify-center border-b-2 border-transparent px-4 hover:border-edge has-checked:border-ink has-checked:font-semibold";

/**
 * The store's size charts, one at a time, in centimeters or inches. Made of radio buttons and CSS rules, so it works
 * without JavaScript and with the arrow keys.
 */
export function SizeCharts({
  charts,
  first,
}: {
  charts: readonly SizeChart[];
  first: string | null;
}) {
  const usual = unitOf(useStore().country);
  const shown = charts.slice(0, maxCharts);
  const open = Math.max(
    0,
    shown.findIndex((chart) => chartKey(chart) === first),
  );
  return (
    <div className="size-charts">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2 border-b border-line">
        <fieldset className="-mb-px flex min-w-0 flex-wrap">
          <legend className="sr-only">Chart</legend>
          {shown.map((chart, index) => (
            <label key={chart.name} className={tab}>
              <input
                type="radio"
                name="chart"
                value={chartKey(chart)}
                data-chart={index}
                defaultChecked={index === open}
                className="absolute inset-0 size-full opacity-0"
              />
              {chart.name}
            </label>
          ))}
        </fieldset>
        <fieldset className="-mb-px flex">
          <legend className="sr-only">Unit</legend>
          {units.map(({ unit, label }) => (
            <label key={unit} className={tab}>
              <input
                type="radio"
                name="unit"
                value={unit}
                defaultChecked={unit === usual}
                aria-label={label}
                className="absolute inset-0 size-full opacity-0"
              />
              {unit}
            </label>
          ))}
        </fieldset>
      </div>
      {shown.map((chart, index) => (
        <WideTable
          key={chart.name}
          id={chartKey(chart)}
          data-panel={index}
          label={chart.name}
          className="pt-2"
        >
          {units.map(({ unit, label }) => (
            <ChartTable
              key={unit}
              chart={unit === "in" ? inInches(chart) : chart}
              caption={`${chart.name}, ${label.toLowerCase()}`}
              unit={unit}
            />
          ))}
        </WideTable>
      ))}
    </div>
  );
}

function ChartTable({ chart, caption, unit }: { chart: SizeChart; caption: string; unit: string }) {
  return (
    <table data-unit={unit} className="w-full min-w-max digits">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-ink text-small">
          {chart.columns.map((column) => (
            <th
              key={column}
              scope="col"
              className="px-3 py-3 text-start font-medium first:sticky first:inset-s-0 first:bg-paper first:ps-0"
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {chart.rows.map((row) => (
          <tr key={row[0]} className="border-b border-line">
            {row.map((cell, index) =>
              index === 0 ? (
                <th
                  key={chart.columns[index]}
                  scope="row"
                  className="sticky inset-s-0 bg-paper py-3 pe-3 text-start font-semibold"
                >
                  {cell}
                </th>
              ) : (
                <td key={chart.columns[index]} className="px-3 py-3">
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
