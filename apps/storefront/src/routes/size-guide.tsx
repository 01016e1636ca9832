import { buttonClass } from "@vetrina/ui/button";
import { HelpHeader, HelpSection, InlineMail, Lines } from "../help/help-parts.tsx";
import { answerSize } from "../help/size-answer.ts";
import { SizeCharts } from "../help/size-charts.tsx";
import { SizeForm } from "../help/size-form.tsx";
import { clientContext, storeContext } from "../lib/context.ts";
import type { PageHandle } from "../lib/handle.ts";
import { pageMeta } from "../lib/seo.ts";
import { useStore } from "../lib/store.ts";
import type { Route } from "./+types/size-guide";

export const handle: PageHandle = { noJs: true };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { sizeCharts, measuring, sizeTips } = await context
    .get(clientContext)
    .stores.getHelp({ id: context.get(storeContext).id });
  const first = url.searchParams.get("chart");
  return {
    sizeCharts,
    measuring,
    sizeTips,
    first,
    answer: answerSize(sizeCharts, url.searchParams, context.get(storeContext).country),
  };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Size guide",
    description: "Size charts in centimeters and inches, and how to measure.",
    path: "/size-guide",
  });
}

export default function SizeGuide({ loaderData }: Route.ComponentProps) {
  const { sizeCharts, measuring, sizeTips, first, answer } = loaderData;
  const { contact, id } = useStore();
  return (
    <>
      <HelpHeader
        title="Size guide"
        lead={
          sizeCharts.length > 0
            ? "The charts help you find your size. Measurements of an item itself are on its page."
            : "Not sure about a size? We are happy to help."
        }
      />
      {sizeCharts.length > 0 ? (
        <section aria-label="Size charts" className="sheet pt-8 lg:pt-12">
          <SizeCharts charts={sizeCharts} first={first} />
          <a
            href={`/api/v1/stores/${id}/size-guide`}
            download
            className={`mt-8 ${buttonClass({ variant: "secondary" })}`}
          >
            Download PDF
          </a>
        </section>
      ) : null}
      {answer.chart === null ? null : (
        <HelpSection title="Find your size" id="calculator">
          <SizeForm charts={sizeCharts} answer={answer} />
        </HelpSection>
      )}
      {measuring.length > 0 ? (
        <HelpSection title="How to measure">
          <dl className="grid gap-x-8 sm:grid-cols-2">
            {measuring.map(({ title, text }) => (
              <div key={title} className="border-t border-line py-4">
                <dt className="font-semibold">{title}</dt>
                <dd className="mt-1 max-w-[44ch] text-graphite">{text}</dd>
              </div>
            ))}
          </dl>
        </HelpSection>
      ) : null}
      <HelpSection title={sizeTips.length > 0 ? "Tips" : "Ask us"}>
        {sizeTips.length > 0 ? <Lines lines={sizeTips} /> : null}
        <p className="mt-6 max-w-measure">
          Between two sizes? Write to <InlineMail email={contact.email} />.
        </p>
      </HelpSection>
    </>
  );
}
