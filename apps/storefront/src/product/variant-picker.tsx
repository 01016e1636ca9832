import { productPath } from "@vetrina/commerce/shop-paths";
import { outOfStockTooltip } from "@vetrina/commerce/products/stock-label";
import { buttonClass } from "@vetrina/ui/button";
import { RadioCell, radioCellsClass } from "@vetrina/ui/radio-cell";
import { RadioSwatch } from "@vetrina/ui/radio-swatch";
import { Tooltip } from "@vetrina/ui/tooltip";
import { type ReactNode, Suspense, useLayoutEffect, useRef } from "react";
import {
  type Choice,
  choicesOf,
  type ChoiceValue,
  chooseValues,
  labelOf,
  sizeChoice,
} from "../product-data/selection.ts";
import type { PageProduct, PageVariant } from "../product-data/page-product.ts";
import { whenNeeded } from "../lib/when-needed.ts";

const ValueList = whenNeeded(() => import("./value-list.tsx"));

type VariantPickerProps = {
  product: PageProduct;
  variant: PageVariant;
  onChoose: (variant: PageVariant) => void;
  /** Called when an unavailable value is clicked, which doesn't select it. */
  onAsk: (variant: PageVariant) => void;
  /** Help that is shown next to the heading of the sizes. */
  sizeHelp: ReactNode;
};

/** The product's options, with their values as radio buttons or in a select element. Works without JavaScript. */
export function VariantPicker({ product, variant, onChoose, onAsk, sizeHelp }: VariantPickerProps) {
  const root = useRef<HTMLDivElement>(null);
  const choices = choicesOf(product, variant);
  const sized = sizeChoice(choices);
  const pick = (value: ChoiceValue) => (value.available ? onChoose : onAsk)(value.variant);

  // Reads the values that the shopper selected before hydration, which only the document has. Runs before paint, so
  // that a click on Add repeated after hydration uses them.
  useLayoutEffect(() => {
    const marked = new Map<string, string>();
    for (const { name, values } of choices) {
      const group = `[name="${CSS.escape(name)}"]`;
      const value = root.current?.querySelector<HTMLInputElement | HTMLSelectElement>(
        `input${group}:checked, select${group}`,
      )?.value;
      if (value !== undefined && values.some((one) => one.value === value && !one.chosen))
        marked.set(name, value);
    }
    const { chosen, unavailable } = chooseValues(product, variant, marked);
    if (chosen !== variant) onChoose(chosen);
    if (unavailable) onAsk(unavailable);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return (
    <div ref={root} className="grid gap-6">
      {choices.map((choice) => (
        <fieldset key={choice.name} className="min-w-0">
          <legend className="option-name">
            <span className="font-medium">{`${choice.name}:`}</span>
            <span className="ms-1.5">{variant.options[choice.name]}</span>
          </legend>
          {choice === sized ? <div className="option-help">{sizeHelp}</div> : null}
          <div className="clear-both">
            <Values choice={choice} onPick={pick} />
          </div>
          <noscript>
            {choice.values.length > maxButtons ? (
              <ValueForm link={product.link} choice={choice} />
            ) : (
              <ValueLinks link={product.link} choice={choice} />
            )}
          </noscript>
        </fieldset>
      ))}
    </div>
  );
}

function Values({
  choice: { name, isColor, values },
  onPick,
}: {
  choice: Choice;
  onPick: (value: ChoiceValue) => void;
}) {
  // A single value is shown only in the heading, because there is nothing to select.
  if (!isColor && values.length === 1) return null;
  if (values.length > maxButtons)
    return (
      <Suspense fallback={<div className="min-h-field" />}>
        <ValueList {...{ name, values, onPick }} />
      </Suspense>
    );
  return (
    <div className={`${isColor ? "flex flex-wrap gap-3 p-0.5" : radioCellsClass} noscript:hidden`}>
      {values.map((value) => {
        const input = {
          name,
          value: value.value,
          checked: value.chosen,
          unavailable: !value.available,
          "aria-disabled": !value.available || undefined,
          onChange: () => onPick(value),
          // If the selected value is sold out, a click on it doesn't fire `onChange`, so this opens the notification
          // form.
          onClick: () => (value.chosen && !value.available ? onPick(value) : undefined),
        };
        const control = isColor ? (
          <RadioSwatch {...input} label={value.value} color={value.swatch} />
        ) : (
          <RadioCell {...input} label={<CellText value={value} />} className="grow" />
        );
        if (value.available) return <span key={value.value}>{wrap(isColor, control)}</span>;
        return (
          <Tooltip
            key={value.value}
            text={outOfStockTooltip(value.stock)}
            className={isColor ? "" : "w-full"}
          >
            {control}
          </Tooltip>
        );
      })}
    </div>
  );
}

/** Maximum number of values shown as buttons. Longer lists become a select element, which takes less HTML. */
const maxButtons = 60;

/** The values as links, for browsers without JavaScript. */
function ValueLinks({ link, choice }: { link: string; choice: Choice }) {
  return (
    <p className="flex flex-wrap gap-x-4 text-small">
      {choice.values.map((value) => (
        <a
          key={value.value}
          href={productPath(link, value.variant.slug)}
          className="text-link flex min-h-target items-center"
        >
          {labelOf(value)}
        </a>
      ))}
    </p>
  );
}

/** The values as a form that opens the page at the selected variant, for browsers without JavaScript. */
function ValueForm({ link, choice: { name, values } }: { link: string; choice: Choice }) {
  return (
    <form action="/product" className="flex gap-2">
      <input type="hidden" name="link" value={link} />
      <select
        name="variant"
        aria-label={name}
        defaultValue={values.find(({ chosen }) => chosen)?.variant.slug}
        className="min-h-field min-w-0 border border-edge px-2"
      >
        {values.map((value) => (
          <option key={value.value} value={value.variant.slug}>
            {labelOf(value)}
          </option>
        ))}
      </select>
      <button type="submit" className={buttonClass({ variant: "secondary" })}>
        Choose
      </button>
    </form>
  );
}

function wrap(isColor: boolean, control: ReactNode) {
  return isColor ? control : <span className="flex">{control}</span>;
}

function CellText({ value: { value, available } }: { value: ChoiceValue }) {
  return (
    <>
      {value}
      {available ? null : <span className="sr-only"> Out of Stock</span>}
    </>
  );
}
