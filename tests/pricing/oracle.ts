import type { Discount, Scope } from "@vetrina/commerce/pricing/discount";
import type { PricedLine } from "@vetrina/commerce/pricing/price-cart";
import type { TaxRate } from "@vetrina/commerce/pricing/tax";
import type { RandomCart as Cart } from "./random-carts.ts";

// The oracle implements docs/architecture/pricing.md independently, with BigInt and unit by unit. It shares only types
// with the server's code.

/** The totals of a cart, in minor units. */
export type Expected = {
  subtotal: bigint;
  discount: bigint;
  shipping: bigint;
  tax: bigint;
  taxIncluded: bigint;
  shippingTax: bigint;
  total: bigint;
  lines: { unitPrice: bigint; total: bigint; discount: bigint; tax: bigint; taxIncluded: bigint }[];
  /** Ids of the discounts used, in the order in which they were applied. */
  used: string[];
  /** Why each discount doesn't apply, by its id; "" if it does. */
  reasons: Record<string, string>;
};

type Line = {
  source: PricedLine;
  unitPrice: bigint;
  total: bigint;
  onSale: boolean;
  rate: TaxRate | null;
};
type Off = { discount: Discount; amount: bigint; parts: bigint[] };

export function expectedTotals(cart: Cart): Expected {
  const lines = cart.lines.map((source): Line => {
    const regular = source.regularPrice ?? null;
    const ends = source.saleEndsAt ?? null;
    const over = regular !== null && ends !== null && ends.getTime() <= cart.now.getTime();
    const rate = rateOf(cart, source.taxClass ?? "");
    const unitPrice = net(cart, BigInt(over ? regular : source.price), rate);
    return {
      source,
      unitPrice,
      total: unitPrice * BigInt(source.quantity),
      onSale: regular !== null && !over && regular > source.price,
      rate,
    };
  });
  const subtotal = total(lines.map((line) => line.total));

  const reasons: Record<string, string> = {};
  for (const discount of cart.discounts) reasons[discount.id] = reasonOf(cart, lines, discount);
  const applying = cart.discounts.filter(({ id }) => reasons[id] === "");
  const chosen = choose(cart, lines, applying);
  for (const { id } of applying)
    if (!chosen.some((each) => each.id === id)) reasons[id] = "combination";

  const offs = apply(lines, chosen);
  const discount = total(offs.map(({ amount }) => amount));
  const regularShipping = shippingOf(cart, lines, subtotal - discount);
  const free = chosen.some(({ type }) => type === "FREE_SHIPPING");
  const shipping = free ? 0n : regularShipping;
  const rests = lines.map((line, i) => line.total - total(offs.map(({ parts }) => parts[i]!)));

  const taxes = lines.map(() => 0n);
  let shippingTax = 0n;
  if (!underReverseCharge(cart)) {
    const shippingRate = cart.facts.settings.isShippingTaxed ? rateOf(cart, "") : null;
    const ids = new Set([...lines.map(({ rate }) => rate), shippingRate].map((rate) => rate?.id));
    for (const id of ids) {
      const rate = [...lines.map((line) => line.rate), shippingRate].find((one) => one?.id === id);
      if (!rate) continue;
      const weights = lines.map((line, i) => (line.rate?.id === id ? rests[i]! : 0n));
      weights.push(shippingRate?.id === id ? shipping : 0n);
      const points = BigInt(rate.basisPoints);
      const whole = cart.facts.settings.isIncluded ? 10_000n + points : 10_000n;
      const parts = shared(halfUp(total(weights) * points, whole), weights);
      shippingTax += parts.pop()!;
      for (const [i, part] of parts.entries()) taxes[i]! += part;
    }
  }
  const allTax = total(taxes) + shippingTax;
  const added = cart.facts.settings.isIncluded ? 0n : allTax;
  return {
    subtotal,
    discount,
    shipping,
    tax: added,
    taxIncluded: allTax - added,
    shippingTax,
    total: subtotal - discount + shipping + added,
    lines: lines.map((line, i) => ({
      unitPrice: line.unitPrice,
      total: line.total,
      discount: line.total - rests[i]!,
      tax: cart.facts.settings.isIncluded ? 0n : taxes[i]!,
      taxIncluded: cart.facts.settings.isIncluded ? taxes[i]! : 0n,
    })),
    used: usedOf(offs, regularShipping),
    reasons,
  };
}

/** The part of a line's amount that belongs to one unit. Units are numbered from 0. */
export function amountOfUnit(amount: bigint, quantity: number, unit: number): bigint {
  const each = amount / BigInt(quantity);
  return each + (BigInt(unit) < amount - each * BigInt(quantity) ? 1n : 0n);
}

function usedOf(offs: readonly Off[], regularShipping: bigint): string[] {
  let shippingLeft = regularShipping;
  const used: string[] = [];
  for (const { discount, amount } of offs) {
    const saves = discount.type === "FREE_SHIPPING" && shippingLeft > 0n;
    if (saves) shippingLeft = 0n;
    if (discount.code !== null || amount > 0n || saves) used.push(discount.id);
  }
  return used;
}

function covers(discount: Discount, line: Line, scope = discount.scope): boolean {
  const { productId, collections = [] } = line.source;
  const within = (ids: Scope) =>
    ids.products.some((id) => id === productId) ||
    ids.collections.some((id) => collections.includes(id));
  const namesAny = scope.products.length + scope.collections.length > 0;
  if (namesAny && !within(scope)) return false;
  if (within(discount.excluded)) return false;
  return !(discount.excludesSales && line.onSale);
}

function reasonOf({ now, buyer }: Cart, lines: readonly Line[], discount: Discount): string {
  if (!discount.active) return "inactive";
  if (discount.startsAt && discount.startsAt > now) return "not-started";
  if (discount.endsAt && discount.endsAt <= now) return "expired";
  if (discount.usageLimit !== null && !(discount.used < discount.usageLimit)) return "used-up";
  const { customerTags, firstOrderOnly, usesPerCustomer } = discount;
  const forTags = customerTags.length > 0;
  if (buyer === "none") {
    if (forTags || firstOrderOnly || usesPerCustomer !== null) return "customer";
  } else if (buyer === "unknown") {
    if (forTags) return "customer";
  } else {
    if (forTags && !buyer.tags.some((tag) => customerTags.includes(tag))) return "customer";
    if (firstOrderOnly && buyer.hasOrdered) return "customer";
    const uses = buyer.uses.get(discount.id) ?? 0;
    if (usesPerCustomer !== null && !(uses < usesPerCustomer)) return "customer";
  }
  const covered = lines.filter((line) => covers(discount, line));
  if (covered.length === 0) return "products";
  const minimum = discount.minimumSubtotal;
  if (minimum !== null && total(covered.map((line) => line.total)) < BigInt(minimum))
    return "minimum";
  const maximum = discount.maximumSubtotal;
  if (maximum !== null && total(covered.map((line) => line.total)) > BigInt(maximum))
    return "maximum";
  const units = unitsOf(covered);
  if (discount.minimumQuantity !== null && units < discount.minimumQuantity)
    return "minimum-quantity";
  if (discount.tiers.length > 0 && discount.tiers.every(({ quantity }) => quantity > units))
    return "minimum-quantity";
  return "";
}

function choose(cart: Cart, lines: readonly Line[], applying: readonly Discount[]): Discount[] {
  const together = applying.filter(({ combines }) => combines);
  const choices = applying.filter(({ combines }) => !combines).map((discount) => [discount]);
  if (together.length > 0) choices.push(together);
  const better = (a: Discount[], b: Discount[]): boolean => {
    if (highestOf(a) !== highestOf(b)) return highestOf(a) > highestOf(b);
    const [restA, restB] = [restAfter(cart, lines, a), restAfter(cart, lines, b)];
    if (restA !== restB) return restA < restB;
    const [codeA, codeB] = [a, b].map((choice) => choice.some(({ code }) => code !== null));
    if (codeA !== codeB) return codeA === true;
    if (a === together || b === together) return a === together;
    return a[0]!.id < b[0]!.id;
  };
  let best: Discount[] = [];
  for (const choice of choices) if (best.length === 0 || better(choice, best)) best = choice;
  return best;
}

function highestOf(choice: readonly Discount[]): number {
  return choice.map(({ priority }) => priority).toSorted((x, y) => y - x)[0]!;
}

function restAfter(cart: Cart, lines: readonly Line[], choice: readonly Discount[]): bigint {
  const discounted =
    total(lines.map((line) => line.total)) -
    total(apply(lines, choice).map(({ amount }) => amount));
  const free = choice.some(({ type }) => type === "FREE_SHIPPING");
  return discounted + (free ? 0n : shippingOf(cart, lines, discounted));
}

function apply(lines: readonly Line[], chosen: readonly Discount[]): Off[] {
  const kinds = ["give", "PERCENTAGE", "FIXED_AMOUNT", "FREE_SHIPPING"];
  const kindOf = (discount: Discount) => kinds.indexOf(discount.give ? "give" : discount.type);
  const ordered = [...chosen].sort((a, b) => {
    if (kindOf(a) !== kindOf(b)) return kindOf(a) - kindOf(b);
    if (a.priority !== b.priority) return b.priority - a.priority;
    return a.id < b.id ? -1 : 1;
  });
  const rests = lines.map((line) => line.total);
  // One entry for each unit: the index of its line, and whether a discount has already given it away.
  const units = lines.flatMap((line, at) =>
    Array.from({ length: line.source.quantity }, () => ({ at, given: false })),
  );
  return ordered.map((discount) => {
    const covered = lines.map((line) => covers(discount, line));
    let amount = 0n;
    let weights = lines.map((_, i) => (covered[i] ? rests[i]! : 0n));
    const give = discount.give;
    if (give) {
      const canBeGiven = units
        .filter(({ at, given }) => {
          const line = lines[at]!;
          return !given && (give.scope ? covers(discount, line, give.scope) : covered[at]);
        })
        .sort((a, b) => {
          const [x, y] = [lines[a.at]!.unitPrice, lines[b.at]!.unitPrice];
          return x === y ? a.at - b.at : x < y ? -1 : 1;
        });
      let times = 0;
      for (let t = 1; t * give.get <= canBeGiven.length && t <= (give.times ?? t); t += 1) {
        const taken = new Set(canBeGiven.slice(0, t * give.get));
        const left = units.filter((unit) => covered[unit.at] && !unit.given && !taken.has(unit));
        if (left.length >= t * give.buy) times = t;
      }
      weights = lines.map(() => 0n);
      for (const unit of canBeGiven.slice(0, times * give.get)) {
        unit.given = true;
        weights[unit.at]! += lines[unit.at]!.unitPrice;
      }
      amount = halfUp(total(weights) * BigInt(discount.value), 10_000n);
    } else if (discount.type !== "FREE_SHIPPING") {
      const count = unitsOf(lines.filter((_, i) => covered[i]));
      const reached = discount.tiers.filter(({ quantity }) => quantity <= count);
      const value = BigInt(reached.length > 0 ? reached.at(-1)!.value : discount.value);
      const base = total(weights);
      if (discount.type === "PERCENTAGE") amount = halfUp(base * value, 10_000n);
      else amount = value < base ? value : base;
    }
    const parts = shared(amount, weights);
    for (const [i, part] of parts.entries()) rests[i]! -= part;
    return { discount, amount, parts };
  });
}

function shippingOf(cart: Cart, lines: readonly Line[], discounted: bigint): bigint {
  const rate = cart.rate;
  if (rate === null || lines.length === 0) return 0n;
  if (rate.freeAbove !== null && discounted > BigInt(rate.freeAbove)) return 0n;
  const { freeFor } = rate;
  if (freeFor.length > 0 && lines.every(({ source }) => freeFor.includes(source.productId ?? "")))
    return 0n;
  let price = BigInt(rate.price);
  if (rate.steps) {
    const grams = total(
      lines.map(({ source }) => BigInt(source.weight ?? 0) * BigInt(source.quantity)),
    );
    for (const step of rate.steps.prices)
      if (BigInt(step.from) <= (rate.steps.by === "WEIGHT" ? grams : discounted))
        price = BigInt(step.price);
  }
  return cart.facts.settings.isShippingTaxed ? net(cart, price, rateOf(cart, "")) : price;
}

function net(cart: Cart, price: bigint, rate: TaxRate | null): bigint {
  if (!underReverseCharge(cart) || !cart.facts.settings.isIncluded || rate === null) return price;
  const points = BigInt(rate.basisPoints);
  return price - halfUp(price * points, 10_000n + points);
}

const members = new Set(["IT", "DE", "ES"]);

/**
 * The code of the EU VAT area that a destination is in; "" if it is outside. Covers only the countries that the random
 * carts use.
 */
function areaOf(country: string, postalCode: string): string {
  const code = postalCode.replaceAll(" ", "").toUpperCase();
  if (country === "GB") return code.startsWith("BT") ? "XI" : "";
  if (country === "IT" && code.startsWith("23041")) return "";
  if (country === "ES" && /^(?:35|38|51|52)/.test(code)) return "";
  return members.has(country) ? country : "";
}

function isBetweenMembers({ facts: { home, destination, isPickup } }: Cart): boolean {
  if (isPickup) return false;
  const [from, to] = [areaOf(home, ""), areaOf(destination.country, destination.postalCode)];
  return from !== "" && to !== "" && from !== to;
}

function underReverseCharge(cart: Cart): boolean {
  const { settings, destination, vatId } = cart.facts;
  if (!settings.hasReverseCharge || vatId === null || !isBetweenMembers(cart)) return false;
  if (!settings.acceptsUnverifiedVatIds && !vatId.isVerified) return false;
  return vatId.country === areaOf(destination.country, destination.postalCode);
}

function rateOf(cart: Cart, taxClass: string): TaxRate | null {
  const { facts } = cart;
  const isHome = facts.settings.hasHomeRatesInEu && isBetweenMembers(cart);
  const place = isHome ? { country: facts.home, region: "", postalCode: "" } : facts.destination;
  const code = place.postalCode.replaceAll(" ", "").toUpperCase();
  let rates = facts.rates.filter(({ startsOn }) => !(startsOn !== null && startsOn > facts.today));
  rates = rates.filter(({ region }) => region === "" || wordOf(region) === wordOf(place.region));
  rates = rates.filter(({ postalFrom: from, postalTo: to }) => {
    if (from === "") return true;
    if (code.length < from.length) return false;
    const start = code.slice(0, from.length);
    return start >= from && start <= to;
  });
  const inCountry = rates.filter(({ country }) => country === place.country);
  rates = inCountry.length > 0 ? inCountry : rates.filter(({ country }) => country === "");
  const ofClass = (name: string) => rates.filter((rate) => rate.taxClass === name);
  rates = ofClass(taxClass).length > 0 ? ofClass(taxClass) : ofClass("");
  if (rates.some(({ postalFrom }) => postalFrom !== ""))
    rates = rates.filter(({ postalFrom }) => postalFrom !== "");
  if (rates.some(({ region }) => region !== ""))
    rates = rates.filter(({ region }) => region !== "");
  const latest = rates
    .map(({ startsOn }) => startsOn ?? "")
    .sort()
    .at(-1);
  rates = rates.filter(({ startsOn }) => (startsOn ?? "") === latest);
  return rates.sort((a, b) => (a.id < b.id ? -1 : 1))[0] ?? null;
}

function shared(amount: bigint, weights: readonly bigint[]): bigint[] {
  const all = total(weights);
  const shares = all === 0n ? weights.map(() => 1n) : [...weights];
  const sum = total(shares);
  if (sum === 0n) return [];
  const parts = shares.map((weight) => (amount * weight) / sum);
  const remainders = shares.map((weight) => (amount * weight) % sum);
  for (let left = amount - total(parts); left > 0n; left -= 1n) {
    let most = -1;
    for (const [i, remainder] of remainders.entries())
      if (most < 0 || remainder > remainders[most]!) most = i;
    parts[most]! += 1n;
    remainders[most] = -1n;
  }
  return parts;
}

function halfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

function wordOf(text: string): string {
  return text.trim().toLowerCase();
}

function unitsOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { source }) => sum + source.quantity, 0);
}

function total(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
