import type { PayLinkTexts } from "./en.ts";

export const german: PayLinkTexts = {
  title: "Ihre Bestellung",
  opening: "Ihre Bestellung wird geöffnet…",
  none: "Keine Bestellung zum Anzeigen",
  noneText: "Öffnen Sie diese Seite über den Link in Ihrer E-Mail.",
  invalid: "Dieser Link funktioniert nicht",
  invalidText:
    "Möglicherweise wurde er ersetzt. Verwenden Sie den neuesten Link, oder bitten Sie den Shop um einen neuen.",
  expired: "Dieser Link ist abgelaufen",
  expiredText: "Bitten Sie den Shop um einen neuen. Ihnen wurde nichts berechnet.",
  soldOut: "Ausverkauft",
  soldOutText:
    "Ein Artikel dieser Bestellung ist gerade ausverkauft. Ihnen wurde nichts berechnet, und der Shop ist informiert. Fragen Sie dort nach einer Alternative.",
  unavailable: "Diese Bestellung kann so nicht bezahlt werden",
  unavailableText:
    "Ein Teil davon ist nicht mehr verfügbar. Ihnen wurde nichts berechnet, und der Shop ist informiert. Bitten Sie ihn, die Bestellung zu ändern.",
  paid: "Diese Bestellung ist bezahlt",
  paidText: "Es ist nichts mehr zu bezahlen.",
  seeOrder: "Bestellung ansehen",
  ended: "Diese Bestellung kann nicht mehr bezahlt werden",
  endedText:
    "Sie ist abgelaufen oder wurde storniert. Ihnen wurde nichts berechnet. Bitten Sie den Shop um einen neuen Link.",
  changed: "Der Gesamtbetrag hat sich geändert",
  changedText:
    "Seit diese Bestellung vorbereitet wurde, haben sich Steuern geändert. Der Gesamtbetrag war {previous} und ist jetzt {total}.",
  confirm: "Mit {total} fortfahren",
  failed: "Ihre Bestellung konnte nicht geöffnet werden",
  failedText:
    "Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal. Ihnen wurde nichts berechnet.",
  again: "Noch einmal versuchen",
  contact: "Shop kontaktieren",
  noScript: "Schalten Sie JavaScript in Ihrem Browser ein, um Ihre Bestellung zu öffnen.",
};
