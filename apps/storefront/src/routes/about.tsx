import { EditorialBlock, ScenesPicture } from "../home/home-sections.tsx";
import { HelpHeader, HelpSection, MailLink, QuickLinks } from "../help/help-parts.tsx";
import { clientContext, storeContext } from "../lib/context.ts";
import type { PageHandle } from "../lib/handle.ts";
import { pageMeta } from "../lib/seo.ts";
import { useStore } from "../lib/store.ts";
import type { Route } from "./+types/about";

export const handle: PageHandle = { noJs: true };

const links = [
  { to: "/collections", label: "Collections" },
  { to: "/support", label: "Support" },
  { to: "/contact-us", label: "Contact us" },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { id, home } = context.get(storeContext);
  const { company } = await context.get(clientContext).stores.getHelp({ id });
  return {
    company,
    scene: home.behindTheScenes,
    block: home.editorial[0] ?? null,
  };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const about = loaderData?.company.find(({ title }) => title === "About");
  return pageMeta(matches, {
    title: "About",
    ...(about ? { description: about.text } : {}),
    path: "/about",
  });
}

export default function About({ loaderData }: Route.ComponentProps) {
  const { company, scene, block } = loaderData;
  const { name, tagline, contact } = useStore();
  const [about, ...others] = company;
  return (
    <>
      <HelpHeader title={`About ${name}`} lead={about?.text ?? tagline} />
      <ScenesPicture scene={scene} priority />
      <HelpSection title={scene.text ? scene.headline : "Say hello"}>
        {scene.text ? <p className="mb-6 max-w-measure text-lead">{scene.text}</p> : null}
        <address className="not-italic">
          {contact.address.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
          <MailLink email={contact.email} />
        </address>
      </HelpSection>
      {block ? (
        <div className="mt-16 lg:mt-24">
          <EditorialBlock block={block} turned />
        </div>
      ) : null}
      <HelpSection title={others.length > 0 ? "Working with us" : "See also"}>
        <div className="grid gap-x-8 sm:grid-cols-2">
          {others.map(({ title, text, email }) => (
            <section key={title} className="border-t border-line py-5">
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-1 max-w-[44ch] text-graphite">{text}</p>
              <MailLink email={email} />
            </section>
          ))}
          <div className="border-t border-line py-5">
            <QuickLinks links={links} />
          </div>
        </div>
      </HelpSection>
    </>
  );
}
