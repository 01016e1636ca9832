import { AccordionItem } from "@vetrina/ui/accordion";
import { Checkbox } from "@vetrina/ui/checkbox";
import { classNames } from "@vetrina/ui/class-names";
import { Swatch } from "@vetrina/ui/radio-swatch";
import type { ChangeEvent, ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { type FacetChoice, type FacetChoices, isIdle } from "./facet-choices.ts";
import { listingSearch, type ListingState, without } from "./listing-state.ts";
import { grouped, itemCount } from "../lib/item-count.ts";

type Change = (event: ChangeEvent<HTMLInputElement>) => void;

/** The facets that offer a choice, each under a collapsible heading. */
export function FilterGroups({
  groups,
  state,
  change,
}: {
  groups: readonly FacetChoices[];
  state: ListingState;
  change: Change;
}) {
  return (
    <div className="border-t border-line">
      {groups
        .filter((group) => !isIdle(group))
        .map((group) => (
          <FilterGroup key={group.name} group={group} state={state} change={change} />
        ))}
    </div>
  );
}

function FilterGroup({
  group,
  state,
  change,
}: {
  group: FacetChoices;
  state: ListingState;
  change: Change;
}) {
  const chosen = group.choices.filter((choice) => choice.chosen).length;
  return (
    <AccordionItem
      open
      title={
        <span>
          {group.title}
          {chosen > 0 ? (
            <span className="text-graphite digits">
              {" "}
              ({chosen}
              <span className="sr-only"> chosen</span>)
            </span>
          ) : null}
        </span>
      }
    >
      <fieldset>
        <legend className="sr-only">{group.title}</legend>
        <All state={state} group={group} />
        <Choices group={group}>
          {group.choices.map((choice) => (
            <Choice key={choice.value} name={group.name} choice={choice} change={change} />
          ))}
        </Choices>
        {group.more > 0 ? (
          <p className="text-note text-graphite">
            And {group.more} more. Use another filter to see fewer values.
          </p>
        ) : null}
      </fieldset>
    </AccordionItem>
  );
}

/** Clears the facet's selection. It is a link, so that it works without JavaScript. */
function All({ state, group }: { state: ListingState; group: FacetChoices }) {
  const { pathname } = useLocation();
  const none = group.choices.every(({ chosen }) => !chosen);
  return (
    <Link
      to={pathname + listingSearch(without(state, group.name))}
      replace
      preventScrollReset
      aria-current={none ? "true" : undefined}
      className={classNames(
        "flex min-h-target items-center text-small underline-offset-4",
        none ? "font-medium" : "text-graphite underline hover:text-ink",
      )}
    >
      All<span className="sr-only">{` ${group.title.toLowerCase()} values`}</span>
    </Link>
  );
}

function Choices({ group, children }: { group: FacetChoices; children: ReactNode }) {
  const cells = group.name === "size";
  return (
    <div
      className={classNames(
        cells && "grid grid-cols-[repeat(auto-fill,minmax(3rem,1fr))] gap-2",
        group.name === "color" && "flex flex-wrap gap-x-2",
      )}
    >
      {children}
    </div>
  );
}

type ChoiceProps = { name: FacetChoices["name"]; choice: FacetChoice; change: Change };

function Choice({ name, choice, change }: ChoiceProps) {
  if (name === "size") return <SizeChoice name={name} choice={choice} change={change} />;
  if (name === "color") return <ColorChoice name={name} choice={choice} change={change} />;
  return (
    <Checkbox
      {...inputProps(name, choice, change)}
      label={choice.label}
      count={grouped(choice.count)}
    />
  );
}

function SizeChoice({ name, choice, change }: ChoiceProps) {
  const none = isNone(choice);
  return (
    <label
      title={itemCount(choice.count)}
      className={classNames("size-choice text-small", none && "text-graphite opacity-60")}
    >
      <input
        type="checkbox"
        {...inputProps(name, choice, change)}
        className="absolute inset-0 size-full opacity-0"
      />
      {choice.label}
      <span className="sr-only">{`, ${itemCount(choice.count)}`}</span>
    </label>
  );
}

function ColorChoice({ name, choice, change }: ChoiceProps) {
  const none = isNone(choice);
  return (
    <label
      className={classNames("color-filter", none ? "text-graphite opacity-60" : "cursor-pointer")}
    >
      <input
        type="checkbox"
        {...inputProps(name, choice, change)}
        className="absolute inset-0 size-full opacity-0"
      />
      <span className="color-choice">
        <Swatch color={choice.swatch} label={choice.label} />
      </span>
      <span className="grow">{choice.label}</span>
      <span className="text-note font-normal text-graphite digits">{grouped(choice.count)}</span>
    </label>
  );
}

function inputProps(name: FacetChoices["name"], choice: FacetChoice, change: Change) {
  return {
    name,
    value: choice.value,
    checked: choice.chosen,
    disabled: isNone(choice),
    onChange: change,
  };
}

// Whether the choice is disabled because no product has it. A chosen value can always be removed.
function isNone({ count, chosen }: FacetChoice): boolean {
  return count === 0 && !chosen;
}
