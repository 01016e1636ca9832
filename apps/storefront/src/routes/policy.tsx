import type { StorePolicy } from "@vetrina/contract/stores/stores";
import { AccountEverywhere } from "../account/account-everywhere.tsx";
import { HelpHeader, InlineMail } from "../help/help-parts.tsx";
import { demoteHeadings } from "../help/policy-html.ts";
import { clientContext, storeContext } from "../lib/context.ts";
import type { PageHandle } from "../lib/handle.ts";
import { pageMeta } from "../lib/seo.ts";
import { useStore } from "../lib/store.ts";
import type { Route } from "./+types/policy";
import { dateFormat } from "../lib/formats.ts";

export const handle: PageHandle = { noJs: true };

/** The paths of pages with a single policy. */
const alone: Readonly<Record<string, { type: StorePolicy["type"]; title: string }>> = {
  "/privacy": { type: "PRIVACY_POLICY", title: "Privacy" },
  "/terms": { type: "TERMS_OF_SERVICE", title: "Terms" },
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const { items } = await context
    .get(clientContext)
    .stores.listPolicies({ id: context.get(storeContext).id });
  const only = alone[url.pathname];
  const requested = items.find(({ id }) => id === url.searchParams.get("policy"));
  if (!only && requested)
    return {
      title: requested.title,
      path: `/policy?policy=${requested.id}`,
      policies: [requested],
    };
  if (!only) return { title: "Policies", path: "/policy", policies: items };
  const policies = items.filter(({ type }) => type === only.type);
  const [policy] = policies;
  const path = only.type === "PRIVACY_POLICY" ? "/privacy" : "/terms";
  return { title: policy?.title ?? only.title, path, policies };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: loaderData?.title ?? "Policies",
    path: loaderData?.path ?? "/policy",
  });
}

export default function Policy({ loaderData }: Route.ComponentProps) {
  const { title, path, policies } = loaderData;
  return (
    <>
      <HelpHeader title={title} />
      {policies.length === 0 ? <None /> : null}
      {path === "/policy" ? <All policies={policies} /> : <Single policies={policies} />}
    </>
  );
}

/** Maximum number of characters of policies that a page shows in full. */
const maxCharacters = 80_000;

/** How many of the policies, starting with the first, fit on one page. */
function firstThatFit(policies: readonly StorePolicy[]): number {
  let characters = 0;
  const over = policies.findIndex(({ content }) => (characters += content.length) > maxCharacters);
  return over === -1 ? policies.length : over;
}

function All({ policies }: { policies: readonly StorePolicy[] }) {
  const shown = firstThatFit(policies);
  return (
    <div className="sheet grid gap-x-8 gap-y-10 pt-10 lg:grid-cols-[1fr_2fr] lg:pt-14">
      <nav aria-label="Policies" className="lg:sticky lg:top-24 lg:self-start">
        <ul>
          {policies.map(({ type, title }) => (
            <li key={type}>
              <a
                href={`#${anchorOf(type)}`}
                className="flex min-h-target w-fit items-center underline-offset-4 hover:underline"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid gap-16">
        {policies.map((policy, i) => (
          <section key={policy.id} id={anchorOf(policy.type)} className="border-t border-ink pt-6">
            <h2 className="display text-h2">{policy.title}</h2>
            {i < shown ? (
              <Content html={demoteHeadings(policy.content)} />
            ) : (
              <a
                href={`/policy?policy=${policy.id}`}
                className="text-link mt-6 flex min-h-target w-fit items-center"
              >
                Read {policy.title}
              </a>
            )}
            <AccountPrivacy type={policy.type} />
            <Updated at={policy.updatedAt} />
          </section>
        ))}
      </div>
    </div>
  );
}

function Single({ policies }: { policies: readonly StorePolicy[] }) {
  return policies.map((policy) => (
    <div key={policy.id} className="sheet pt-4 lg:pt-8">
      <Content html={policy.content} />
      <AccountPrivacy type={policy.type} />
      <Updated at={policy.updatedAt} />
    </div>
  ));
}

// A policy's text. The server sanitized its HTML with an allow-list when it was saved.
function Content({ html }: { html: string }) {
  return <div className="prose mt-6" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The platform's own sentence below the store's text. Stores can't remove it. */
function AccountPrivacy({ type }: Pick<StorePolicy, "type">) {
  if (type !== "PRIVACY_POLICY") return null;
  return (
    <section aria-label="Your account" className="prose mt-6">
      <AccountEverywhere />
      <p>
        To delete what this shop knows about you, or the whole account, open “Your data” in{" "}
        <a href="/account">your account</a>.
      </p>
    </section>
  );
}

function Updated({ at }: { at: string }) {
  const { locale } = useStore();
  const date = dateFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return (
    <p className="mt-8 text-small text-graphite">
      Effective <time dateTime={at}>{date.format(new Date(at))}</time>
    </p>
  );
}

function None() {
  const { contact } = useStore();
  return (
    <p className="sheet pt-10 text-lead">
      This text is being written. Ask us at <InlineMail email={contact.email} />.
    </p>
  );
}

function anchorOf(type: StorePolicy["type"]): string {
  return type.toLowerCase().replaceAll("_", "-");
}
