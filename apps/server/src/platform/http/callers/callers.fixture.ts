import { KeyPermission } from "@vetrina/contract/people/api-keys";
import type { Endpoint } from "@vetrina/contract/endpoint";
import { Permission } from "@vetrina/contract/people/permissions";
import type { World } from "#tests/world.ts";
import { keyOf, permissionsIn, type Shop, signedIn } from "../contract.fixture.ts";

export type Caller = {
  name: string;
  token?: string;
  orderKey?: string;
  /** The caller's permissions in the first and in the second shop. */
  holds?: Partial<Record<"own" | "other", readonly (Permission | "OWNER")[]>>;
  isPlatformAdmin?: true;
  isCustomerOf?: string;
  /** The first shop's resources belong to this customer. */
  owns?: true;
  /** The token is an API key. */
  isKey?: true;
};

const everything = [...Permission.options, "OWNER"] as const;

/**
 * Every kind of caller of an endpoint: with and without the permissions it requires. Endpoints with the same
 * permissions share these callers, except endpoints about accounts, which may end a session.
 */
export function createCallers(world: World, own: Shop, other: Shop) {
  const known = new Map<string, Promise<Caller[]>>();
  return (endpoint: Endpoint): Promise<Caller[]> => {
    if (endpoint.store.by === "none") return callersOf(world, endpoint, own, other);
    const permissions = permissionsIn(endpoint).toSorted().join();
    const callers = known.get(permissions) ?? callersOf(world, endpoint, own, other);
    known.set(permissions, callers);
    return callers;
  };
}

async function callersOf(
  world: World,
  endpoint: Endpoint,
  own: Shop,
  other: Shop,
): Promise<Caller[]> {
  const allowed = permissionsIn(endpoint);
  const rest = Permission.options.filter((permission) => !allowed.includes(permission));
  const staff = async (name: string, permissions: readonly Permission[]): Promise<Caller> => ({
    name,
    token: await signedIn(world, { storeId: own.storeId, permissions }),
    holds: { own: permissions },
  });
  const key = async (name: string, permissions: readonly Permission[]): Promise<Caller> => ({
    name,
    token: (await keyOf(world, own.storeId, permissions)).key,
    holds: { own: permissions },
    isKey: true,
  });
  const forKeys: readonly Permission[] = KeyPermission.options;
  const owner = (storeId: string) =>
    signedIn(world, { storeId, permissions: Permission.options, owner: true });
  return [
    { name: "anonymous" },
    { name: "forged token", token: "forged.token.here" },
    { name: "user without a role", token: await signedIn(world) },
    await staff("staff without the permission", rest),
    ...(await Promise.all(allowed.map((one) => staff(`staff with ${one}`, [one])))),
    await key(
      "key without the permission",
      forKeys.filter((one) => !allowed.includes(one)),
    ),
    ...(await Promise.all(
      allowed.filter((one) => forKeys.includes(one)).map((one) => key(`key with ${one}`, [one])),
    )),
    {
      name: "other store's key",
      token: (await keyOf(world, other.storeId, forKeys)).key,
      holds: { other: forKeys },
      isKey: true,
    },
    { name: "owner", token: await owner(own.storeId), holds: { own: everything } },
    { name: "other owner", token: await owner(other.storeId), holds: { other: everything } },
    {
      name: "platform administrator",
      token: await signedIn(world, undefined, true),
      holds: { own: everything, other: everything },
      isPlatformAdmin: true,
    },
    { name: "customer", token: own.customerToken, isCustomerOf: own.storeId, owns: true },
    { name: "another customer", token: own.otherCustomerToken, isCustomerOf: own.storeId },
    { name: "order key", orderKey: own.orderKey },
    { name: "other order's key", orderKey: own.otherOrder.orderKey },
    {
      name: "user without a role, with the order key",
      token: await signedIn(world),
      orderKey: own.orderKey,
    },
  ];
}
