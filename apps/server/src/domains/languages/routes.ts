import type { languages } from "@vetrina/contract/languages";
import type { Routes } from "../../platform/http/routes.ts";
import { createLanguage } from "./create-language.ts";
import { createTranslation } from "./create-translation.ts";
import { deleteLanguage } from "./delete-language.ts";
import { getLanguage } from "./get-language.ts";
import { listLanguages } from "./list-languages.ts";
import { listMissingTranslations } from "./list-missing-translations.ts";
import { listTranslations } from "./list-translations.ts";
import { updateLanguage } from "./update-language.ts";
import { updateTranslation } from "./update-translation.ts";

export const languagesRoutes: Routes<typeof languages> = {
  createTranslation,
  listTranslations,
  updateTranslation,
  createLanguage,
  updateLanguage,
  deleteLanguage,
  listLanguages,
  getLanguage,
  listMissingTranslations,
};
