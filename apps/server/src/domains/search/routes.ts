import type { search } from "@vetrina/contract/catalogue/search";
import type { Routes } from "../../platform/http/routes.ts";
import { getSynonyms } from "./get-synonyms.ts";
import { listSuggestions } from "./list-suggestions.ts";
import { updateSynonyms } from "./update-synonyms.ts";

export const searchRoutes: Routes<typeof search> = {
  listSuggestions,
  getSynonyms,
  updateSynonyms,
};
