import type { LanguageCode } from "@vetrina/contract/enumerations";
import { arabic } from "./languages/ar.ts";
import { german } from "./languages/de.ts";
import { spanish } from "./languages/es.ts";
import { french } from "./languages/fr.ts";
import { hindi } from "./languages/hi.ts";
import { italian } from "./languages/it.ts";
import { japanese } from "./languages/ja.ts";
import { korean } from "./languages/ko.ts";
import { portuguese } from "./languages/pt.ts";
import { russian } from "./languages/ru.ts";
import { vietnamese } from "./languages/vi.ts";
import { chinese } from "./languages/zh.ts";
import { english, type PayLinkTexts } from "./languages/en.ts";

const texts: Record<LanguageCode, PayLinkTexts> = {
  EN: english,
  DE: german,
  ES: spanish,
  FR: french,
  IT: italian,
  PT: portuguese,
  RU: russian,
  ZH: chinese,
  JA: japanese,
  KO: korean,
  AR: arabic,
  HI: hindi,
  VI: vietnamese,
};

/**
 * The pay page's language and texts: the language of the link (?lang=), else the page's. Every store's pay page is
 * available in all languages.
 */
export function textsIn(
  wanted: string | null,
  ofPage: string,
): { language: string; texts: PayLinkTexts } {
  for (const tag of [wanted ?? "", ofPage]) {
    const code = tag.slice(0, 2).toUpperCase();
    if (isKnown(code)) return { language: code.toLowerCase(), texts: texts[code] };
  }
  return { language: "en", texts: english };
}

function isKnown(code: string): code is LanguageCode {
  return Object.hasOwn(texts, code);
}
