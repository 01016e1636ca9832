import { parseRecord } from "./session.ts";

/** An address while it is being typed. */
export type AddressDraft = {
  name: string;
  address: string;
  address2: string;
  city: string;
  region: string;
  postalCode: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  phone: string;
};
export type AddressGroup = "shipping" | "billing";

/** The shopper's input in the cart and the checkout. Stored for the tab, so that it survives a reload. */
export type Draft = {
  email: string;
  shipping: AddressDraft;
  billingSame: boolean;
  billing: AddressDraft;
  /** The id of the chosen shipping method; empty if none has been chosen yet. */
  rateId: string;
  /** The VAT ID of the buyer's company; empty if none. */
  vatId: string;
  /** The id of the customer whose account was used to fill in fields; empty if none was. */
  account: string;
  /**
   * The value of latestSignOut() when fields were filled in from the account. After another sign-out, the draft must
   * not be shown.
   */
  signOut: string;
  /** Whether to save the shipping address to the account when the order is placed. */
  savesAddress: boolean;
};

/** The name of a text field, such as "email" or "shipping.city". */
export type FieldName = "email" | `${AddressGroup}.${keyof AddressDraft}`;

export const addressFields = [
  "name",
  "country",
  "address",
  "address2",
  "city",
  "region",
  "postalCode",
  "phone",
] as const satisfies readonly (keyof AddressDraft)[];

/** An empty draft. The country is the store's until another is chosen. */
export function emptyDraft(country: string): Draft {
  return {
    email: "",
    shipping: emptyAddress(country),
    billingSame: true,
    billing: emptyAddress(country),
    rateId: "",
    vatId: "",
    account: "",
    signOut: "",
    savesAddress: false,
  };
}

/** Reads a stored draft. Missing and invalid fields are as in an empty draft; never throws. */
export function parseDraft(text: string | null | undefined, country: string): Draft {
  const stored = parseRecord(text);
  if (!stored) return emptyDraft(country);
  return {
    email: textOf(stored["email"]),
    shipping: addressOf(stored["shipping"], country),
    billingSame: stored["billingSame"] !== false,
    billing: addressOf(stored["billing"], country),
    rateId: textOf(stored["rateId"]),
    vatId: textOf(stored["vatId"]).slice(0, 30),
    account: textOf(stored["account"]),
    signOut: textOf(stored["signOut"]),
    savesAddress: stored["savesAddress"] === true,
  };
}

export function valueOf(draft: Draft, field: FieldName): string {
  const [group, name] = splitField(field);
  return group === null ? draft.email : draft[group][name];
}

/**
 * The draft with one field changed. A different shipping country resets the shipping method, because each country has
 * its own methods.
 */
export function withValue(draft: Draft, field: FieldName, value: string): Draft {
  const [group, name] = splitField(field);
  if (group === null) return { ...draft, email: value };
  const rateId = field === "shipping.country" ? "" : draft.rateId;
  const address = { ...draft[group], [name]: value };
  // Another country has other states, so the chosen one is no longer valid.
  if (address.country !== draft[group].country) address.region = "";
  return { ...draft, rateId, [group]: address };
}

/** The names of a draft's text fields in the order of the page, without the billing address if it is the same. */
export function fieldsOf({ billingSame }: Pick<Draft, "billingSame">): FieldName[] {
  const groups: AddressGroup[] = billingSame ? ["shipping"] : ["shipping", "billing"];
  return [
    "email",
    ...groups.flatMap((group) => addressFields.map((name): FieldName => `${group}.${name}`)),
  ];
}

/** The id of the field's input element. */
export function fieldId(field: FieldName): string {
  return `checkout-${field.replace(".", "-")}`;
}

function splitField(field: FieldName): [null, "name"] | [AddressGroup, keyof AddressDraft] {
  if (field === "email") return [null, "name"];
  const at = field.indexOf(".");
  return [field.slice(0, at) as AddressGroup, field.slice(at + 1) as keyof AddressDraft];
}

function emptyAddress(country: string): AddressDraft {
  return {
    name: "",
    address: "",
    address2: "",
    city: "",
    region: "",
    postalCode: "",
    country,
    phone: "",
  };
}

function addressOf(value: unknown, country: string): AddressDraft {
  const stored = typeof value === "object" && value !== null ? value : {};
  const address = emptyAddress(country);
  for (const name of addressFields) {
    const text = textOf((stored as Record<string, unknown>)[name]);
    if (text) address[name] = text;
  }
  return address;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 300) : "";
}
