import type { PayLinkTexts } from "./en.ts";

export const italian: PayLinkTexts = {
  title: "Il tuo ordine",
  opening: "Stiamo aprendo il tuo ordine…",
  none: "Nessun ordine da mostrare",
  noneText: "Apri questa pagina con il link ricevuto via email.",
  invalid: "Questo link non funziona",
  invalidText:
    "Potrebbe essere stato sostituito. Usa il link più recente o chiedine uno al negozio.",
  expired: "Questo link è scaduto",
  expiredText: "Chiedine uno nuovo al negozio. Non ti è stato addebitato nulla.",
  soldOut: "Esaurito",
  soldOutText:
    "Un articolo di questo ordine è appena andato esaurito. Non ti è stato addebitato nulla e il negozio è stato avvisato. Contattalo per un’alternativa.",
  unavailable: "Questo ordine non può essere pagato così com’è",
  unavailableText:
    "Qualcosa non è più disponibile. Non ti è stato addebitato nulla e il negozio è stato avvisato. Contattalo per far modificare l’ordine.",
  paid: "Questo ordine è pagato",
  paidText: "Non resta nulla da pagare.",
  seeOrder: "Vedi il tuo ordine",
  ended: "Questo ordine non può più essere pagato",
  endedText:
    "È scaduto o è stato annullato. Non ti è stato addebitato nulla. Chiedi un nuovo link al negozio.",
  changed: "Il totale è cambiato",
  changedText:
    "Le imposte sono cambiate da quando questo ordine è stato preparato. Il totale era {previous} e ora è {total}.",
  confirm: "Continua con {total}",
  failed: "Non siamo riusciti ad aprire il tuo ordine",
  failedText: "Controlla la connessione e riprova. Non ti è stato addebitato nulla.",
  again: "Riprova",
  contact: "Contatta il negozio",
  noScript: "Attiva JavaScript nel browser per aprire il tuo ordine.",
};
