import type { languages } from "@vetrina/contract/languages";
import type { Handler } from "../../platform/http/routes.ts";
import { readLanguage } from "./queries.ts";

export const getLanguage: Handler<typeof languages.getLanguage> = ({ catalogue, store }, { id }) =>
  readLanguage(catalogue, store.id, id);
