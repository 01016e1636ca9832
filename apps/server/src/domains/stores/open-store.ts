import { type FirstTax, firstTaxOf } from "@vetrina/commerce/pricing/standard-rates";
import { insertFirstDomain } from "../custom-domains/store-domains.ts";
import { openMainLocation } from "../inventory/open-location.ts";
import { insertFirstLanguage } from "../languages/insert-first-language.ts";
import { insertTestProvider } from "../payment-providers/insert-test-provider.ts";
import { insertBuiltInRoles } from "../roles/insert-built-in-roles.ts";
import { insertStore, type NewStore } from "../store-records/insert-store.ts";
import { insertFirstTax } from "../taxes/insert-first-tax.ts";
import { newId } from "../../platform/id.ts";
import { type Services, systemTransaction, type Transaction } from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";

/** Writes a new store's default content in the transaction that opens it. */
type Furnish = (tx: Transaction, opened: { ownerRoleId: string }) => Promise<void>;

/**
 * Creates a store with its host, main location, four built-in roles, its country's tax unless another is given and, in
 * the TEST environment, the built-in test provider. Returns its id. Throws ALREADY_EXISTS for a taken slug or host.
 */
export async function openStore(
  services: Services,
  { tax, ...input }: NewStore & { tax?: FirstTax | undefined },
  furnish: Furnish = async () => {},
): Promise<string> {
  const id = newId();
  await systemTransaction(services, id, async (tx) => {
    await insertNamedStore(tx, input);
    await openMainLocation(tx);
    await insertFirstLanguage(tx, input.locale);
    await insertFirstTax(tx, tax ?? firstTaxOf(input.country));
    const ownerRoleId = await insertBuiltInRoles(tx);
    if (input.environment === "TEST") await insertTestProvider(tx);
    await furnish(tx, { ownerRoleId });
  });
  services.directory.forget(id);
  return id;
}

/** Inserts the store and its host. Throws ALREADY_EXISTS if either is taken. */
async function insertNamedStore(tx: Transaction, input: NewStore): Promise<void> {
  if ((await insertStore(tx, input)) && (await insertFirstDomain(tx, input.host))) return;
  throw new ApiFailure(
    "ALREADY_EXISTS",
    "Another store has this slug, or the host made from it. Choose another slug.",
    {
      field: "slug",
    },
  );
}
