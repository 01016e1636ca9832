import type { MailTexts } from "./en.ts";

export const german: MailTexts = {
  unsubscribe: "Abmelden",
  worksUntil: (time) => `Der Link gilt bis ${time}.`,
  worksFor: (span) => `Der Link gilt ${span} lang.`,
  reasonAccount: (name) =>
    `Sie erhalten diese E-Mail, weil ein Konto bei ${name} diese Adresse verwendet.`,
  reasonEntered: (name) =>
    `Sie erhalten diese E-Mail, weil diese Adresse bei ${name} eingegeben wurde.`,
  askedAtStore: (store, name) =>
    `Das wurde im Shop ${store} angefordert, der auf ${name} läuft. Ein Konto gilt für alle Shops auf ${name}.`,
  notYou: "Wenn Sie das nicht waren, legen Sie sofort ein neues Passwort fest.",
  newPassword: "Neues Passwort festlegen",
  order: {
    subject: (number, name) => `Ihre Bestellung ${number} bei ${name}`,
    preview: (number, total) => `Bestellung ${number}, ${total}.`,
    heading: "Vielen Dank für Ihre Bestellung",
    text: (number) => `Wir haben Ihre Bestellung ${number} und Ihre Zahlung erhalten.`,
    subtotal: "Zwischensumme",
    discount: "Rabatt",
    shipping: "Versand",
    free: "Kostenlos",
    tax: "Steuer",
    taxIncluded: "Enthaltene Steuer",
    reverseCharge: "Steuerschuldnerschaft des Leistungsempfängers",
    total: "Gesamt",
    paidWith: "Bezahlt mit",
    invoiceAttached: "Ihre Rechnung finden Sie im Anhang.",
    delivery: "Lieferung",
    pickup: "Abholung",
    shippingAddress: "Lieferadresse",
    returnItem: "Artikel zurückgeben",
    track: "Bestellung verfolgen",
    open: "Bestellung ansehen",
    reason: (name) =>
      `Sie erhalten diese E-Mail, weil Sie mit dieser Adresse bei ${name} bestellt haben. Antworten Sie darauf, wenn etwas nicht stimmt.`,
  },
  orderCanceled: {
    subject: (number, name) => `Ihre Bestellung ${number} bei ${name} wurde storniert`,
    heading: "Ihre Bestellung wurde storniert",
    text: (number) => `Die Bestellung ${number} wurde storniert. Es wird nichts davon verschickt.`,
    refund: "Wir erstatten Ihre Zahlung. Sobald das geschehen ist, erhalten Sie eine E-Mail.",
  },
  orderChanged: {
    subject: (number, name) => `Ihre Bestellung ${number} bei ${name} wurde geändert`,
    heading: "Ihre Bestellung wurde geändert",
    text: (number) => `Die Bestellung ${number} wurde geändert. Das enthält sie jetzt.`,
    refund: (amount) =>
      `Die Bestellung kostet jetzt weniger. Wir erstatten ${amount} auf dem Weg, auf dem Sie bezahlt haben.`,
    due: (amount) => `Noch zu bezahlen: ${amount}.`,
    before: (variant) => `Vorher: ${variant}`,
    now: (variant) => `Jetzt: ${variant}`,
    undone: "Die Lieferadresse oder Größe wurde geändert und danach wieder zurückgeändert.",
    formerAddress: "Bisherige Lieferadresse",
    notYou: "Wenn diese Änderung nicht von Ihnen stammt, wenden Sie sich sofort an uns.",
    pay: (amount) => `${amount} bezahlen`,
    open: {
      subject: (number, name, amount) =>
        `Ihre Bestellung ${number} bei ${name}: ${amount} für die Änderung`,
      heading: "Bezahlen Sie die Änderung Ihrer Bestellung",
      text: (number, amount, until) =>
        `Mit dieser Änderung kostet die Bestellung ${number} ${amount} mehr. Sie wird geändert, sobald Sie bezahlt haben. Wenn Sie nicht bis ${until} bezahlen, bleibt sie, wie sie ist.`,
    },
  },
  orderRefunded: {
    subject: (number, name) => `Erstattung für Ihre Bestellung ${number} bei ${name}`,
    heading: "Ihre Erstattung",
    text: (number, amount) => `Wir haben Ihnen ${amount} für die Bestellung ${number} erstattet.`,
    back: "Das Geld geht auf dem Weg zurück, auf dem Sie bezahlt haben.",
    days: (days) => `Bis es bei Ihnen ankommt, dauert es ${days} Werktage.`,
    byHand: "Wir zahlen den Betrag wie mit Ihnen vereinbart zurück.",
    creditNoteAttached: "Die Rechnungskorrektur finden Sie im Anhang.",
    plusTax: (amount) => `zzgl. ${amount} Steuer`,
    total: "Erstattet",
  },
  testOrder: {
    mark: "Testbestellung",
    text: (number) =>
      `Dies ist die Testbestellung ${number}. Es wurde kein Geld abgebucht, und es wird nichts verschickt.`,
  },
  shipped: {
    subject: (number, name) => `Ihre Bestellung ${number} bei ${name} ist unterwegs`,
    heading: "Ihre Sendung ist unterwegs",
    text: (number) => `Diese Artikel der Bestellung ${number} wurden verschickt.`,
    carrier: "Versanddienst",
    trackingNumber: "Sendungsnummer",
    track: "Sendung verfolgen",
    toCome: "Folgt noch",
    ready: {
      subject: (number, name) => `Ihre Bestellung ${number} bei ${name} liegt bereit`,
      heading: "Bereit zur Abholung",
      text: (number) => `Diese Artikel der Bestellung ${number} können abgeholt werden.`,
    },
  },
  delivered: {
    subject: (number, name) => `Ihre Bestellung ${number} bei ${name} wurde zugestellt`,
    heading: "Ihre Sendung ist angekommen",
    text: (number) =>
      `Diese Artikel der Bestellung ${number} wurden zugestellt. Antworten Sie auf diese E-Mail, wenn etwas fehlt oder beschädigt ist.`,
  },
  paymentLink: {
    subject: (name) => `Ihre Bestellung bei ${name}: prüfen und bezahlen`,
    preview: (total) => `Ihre Bestellung kann bezahlt werden: ${total}.`,
    heading: "Ihre Bestellung ist vorbereitet",
    text: (name) =>
      `${name} hat diese Bestellung für Sie vorbereitet. Prüfen Sie sie und bezahlen Sie über den Link unten.`,
    button: "Prüfen und bezahlen",
    held: (time) => `Die Artikel sind bis ${time} für Sie reserviert.`,
    reason: (name) =>
      `Sie erhalten diese E-Mail, weil ${name} eine Bestellung für diese Adresse vorbereitet hat. Antworten Sie darauf, wenn etwas nicht stimmt.`,
  },
  newsletter: {
    subject: (name) => `Bestätigen Sie Ihre Anmeldung bei ${name}`,
    preview: (name) => `Noch ein Schritt, dann schreibt Ihnen ${name}.`,
    heading: "Bestätigen Sie Ihre Anmeldung",
    text: (name) =>
      `Jemand möchte, dass Neuigkeiten von ${name} an diese Adresse gehen. Wenn Sie das waren, bestätigen Sie es hier.`,
    launchText: (name) =>
      `Jemand möchte, dass ${name} an diese Adresse schreibt, wenn die neue Kollektion da ist. Wenn Sie das waren, bestätigen Sie es hier.`,
    button: "Anmeldung bestätigen",
    ignore: "Wenn Sie das nicht waren, tun Sie nichts: Ohne den Link wird niemand angemeldet.",
  },
  subscribed: {
    subject: (name) => `Sie sind bei ${name} angemeldet`,
    heading: "Sie sind angemeldet",
    text: (name) =>
      `Vielen Dank. Ab jetzt schreibt Ihnen ${name}, wenn es Neues gibt. Abmelden können Sie sich jederzeit.`,
    button: (name) => `${name} besuchen`,
    reason: (name) => `Sie erhalten diese E-Mail, weil Sie sich bei ${name} angemeldet haben.`,
  },
  stockAsked: {
    subject: (product) => `Sollen wir Ihnen schreiben, wenn ${product} wieder da ist?`,
    heading: "Bestätigen Sie Ihre Anfrage",
    text: (product, name) =>
      `Jemand hat ${name} gebeten, an diese Adresse zu schreiben, sobald ${product} wieder da ist. Wenn Sie das waren, bestätigen Sie es hier.`,
    button: "Ja, bitte schreiben",
    ignore: "Wenn Sie das nicht waren, tun Sie nichts: Ohne den Link schreiben wir nicht wieder.",
  },
  stockConfirmed: {
    subject: (product) => `Wir schreiben, wenn ${product} wieder da ist`,
    heading: "Sie stehen auf der Liste",
    text: (product) => `Wir schreiben Ihnen einmal, sobald ${product} wieder gekauft werden kann.`,
  },
  backInStock: {
    subject: (product) => `${product} ist wieder da`,
    heading: "Wieder da",
    text: (product) =>
      `Sie wollten es wissen: ${product} kann wieder gekauft werden. Zurücklegen können wir es nicht.`,
    button: "Ansehen",
    reason: (name) =>
      `Sie erhalten diese eine E-Mail, weil Sie ${name} um Nachricht gebeten haben.`,
  },
  lowStock: {
    subject: (name) => `Wenig Bestand bei ${name}`,
    heading: "Wenig Bestand",
    text: "Diese Artikel haben ihren Meldebestand erreicht.",
    left: (units) => `Noch ${units}`,
    reorderPoint: (point) => `Meldebestand: ${point}`,
    reason: (name) => `Sie erhalten diese E-Mail, weil dies die Adresse von ${name} ist.`,
  },
  orderDisputed: {
    subject: (number, name) => `Zahlung angefochten: Bestellung ${number} bei ${name}`,
    heading: "Ein Käufer ficht eine Zahlung an",
    text: (number) =>
      `Die Zahlung der Bestellung ${number} wird beim Zahlungsanbieter angefochten. Antworten Sie vor Ablauf der Frist im Dashboard des Anbieters.`,
    notRefundable: "Bis der Fall abgeschlossen ist, kann dieses Geld hier nicht erstattet werden.",
    lostHeading: "Ein Streitfall wurde verloren",
    lostText: (number) =>
      `Der Streitfall zur Bestellung ${number} wurde zugunsten des Käufers entschieden, der das Geld zurückerhalten hat. Erstatten Sie es nicht noch einmal.`,
    amount: "Betrag",
    cause: "Grund",
    respondBy: "Antworten bis",
  },
  refundFailed: {
    subject: (number, name) => `Erstattung fehlgeschlagen: Bestellung ${number} bei ${name}`,
    heading: "Eine Erstattung ist fehlgeschlagen",
    text: (number) =>
      `Der Zahlungsanbieter hat dem Käufer der Bestellung ${number} nichts erstattet, das Geld ist also noch beim Shop. Versuchen Sie die Erstattung erneut, oder zahlen Sie das Geld auf anderem Weg zurück.`,
  },
  primaryHostChanged: {
    subject: (name) => `Die Hauptadresse von ${name} wurde geändert`,
    heading: "Die Hauptadresse wurde geändert",
    text: (name) => `Links und E-Mails von ${name} nennen ab jetzt eine andere Adresse.`,
    host: "Hauptadresse",
  },
  contactAddressChanged: {
    subject: (name) => `Die Kontaktadresse von ${name} wurde geändert`,
    heading: "Die Kontaktadresse wurde geändert",
    text: (name) =>
      `Nachrichten an ${name} gehen an eine andere Adresse, sobald sie bestätigt ist.`,
    address: "Neue Kontaktadresse",
  },
  contact: {
    subject: (from, about) => `Nachricht von ${from}: ${about}`,
    heading: "Neue Nachricht",
    text: (name) =>
      `Jemand hat ${name} über die Website geschrieben. Antworten Sie einfach auf diese E-Mail. Wir haben nicht geprüft, ob die E-Mail-Adresse dieser Person gehört.`,
    name: "Name",
    email: "E-Mail",
    about: "Betreff",
    message: "Nachricht",
    subjects: {
      Order: "Bestellung",
      Shipping: "Versand",
      "Returns and exchanges": "Rückgabe und Umtausch",
      "Product question": "Frage zu einem Produkt",
      Press: "Presse",
      Other: "Sonstiges",
    },
    returnOf: (number) => `Rückgabe der Bestellung ${number}`,
    copy: {
      subject: (name) => `Kopie einer Nachricht an ${name}`,
      heading: "Kopie einer Nachricht",
      text: (name) =>
        `Dies ist eine Kopie der Nachricht, die von dieser Adresse an ${name} gesendet wurde.`,
      ignore: (name) =>
        `Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Jemand anderes hat diese Adresse auf der Website von ${name} eingegeben. Die folgende Nachricht stammt nicht von ${name}.`,
    },
  },
  verifyEmail: {
    subject: (name) => `Bestätigen Sie Ihre E-Mail-Adresse für ${name}`,
    heading: "Bestätigen Sie Ihre E-Mail-Adresse",
    text: (name) =>
      `Mit dieser E-Mail-Adresse wurde ein Konto bei ${name} angelegt. Wenn Sie das waren, bestätigen Sie, dass sie Ihnen gehört.`,
    button: "E-Mail-Adresse bestätigen",
    ignore: "Wenn Sie das nicht waren, tun Sie nichts.",
  },
  storeEmail: {
    subject: (name) => `Bestätigen Sie die Kontaktadresse eines Shops bei ${name}`,
    text: (name) =>
      `Diese Adresse wurde als Kontaktadresse eines Shops bei ${name} eingetragen. Wenn der Shop Ihnen gehört, bestätigen Sie, dass er seine Nachrichten hierher senden darf.`,
    store: "Shop",
  },
  accountExists: {
    subject: (name) => `Sie haben bereits ein Konto bei ${name}`,
    heading: "Sie haben bereits ein Konto",
    text: (name) =>
      `Jemand wollte mit dieser Adresse ein Konto bei ${name} anlegen, es gibt aber schon eines. Wenn Sie das waren, melden Sie sich an oder legen Sie ein neues Passwort fest, falls Sie Ihres vergessen haben.`,
    button: "Anmelden",
    ignore: "Wenn Sie das nicht waren, tun Sie nichts: Ihr Konto ist unverändert.",
  },
  resetPassword: {
    subject: (name) => `Neues Passwort für ${name}`,
    heading: "Neues Passwort festlegen",
    text: (name) =>
      `Jemand möchte ein neues Passwort für Ihr Konto bei ${name} festlegen. Wenn Sie das waren, wählen Sie es hier.`,
    button: "Neues Passwort wählen",
    ignore: "Wenn Sie das nicht waren, tun Sie nichts: Ihr Passwort bleibt, wie es ist.",
  },
  passwordChanged: {
    subject: (name) => `Ihr Passwort für ${name} wurde geändert`,
    heading: "Ihr Passwort wurde geändert",
    text: (name) =>
      `Das Passwort Ihres Kontos bei ${name} wurde geändert. Alle Geräte müssen sich neu anmelden.`,
    othersSignedOut: (name) =>
      `Das Passwort Ihres Kontos bei ${name} wurde geändert. Auf Ihren anderen Geräten müssen Sie sich neu anmelden.`,
  },
  changeEmail: {
    subject: (name) => `Bestätigen Sie Ihre neue E-Mail-Adresse für ${name}`,
    heading: "Bestätigen Sie Ihre neue E-Mail-Adresse",
    text: (name) =>
      `Dies soll die E-Mail-Adresse Ihres Kontos bei ${name} werden. Bestätigen Sie, dass sie Ihnen gehört, dann gilt sie.`,
    button: "Neue E-Mail-Adresse bestätigen",
    ignore: "Wenn Sie das nicht wollten, tun Sie nichts: Dann ändert sich nichts.",
  },
  emailChangeAsked: {
    subject: (name) => `Neue E-Mail-Adresse bei ${name} angefordert`,
    heading: "Neue E-Mail-Adresse angefordert",
    text: (name) =>
      `Ihr Konto bei ${name} soll eine andere E-Mail-Adresse bekommen. Sie gilt, sobald sie bestätigt ist.`,
  },
  emailChanged: {
    subject: (name) => `Ihre E-Mail-Adresse bei ${name} wurde geändert`,
    heading: "Ihre E-Mail-Adresse wurde geändert",
    text: (name) =>
      `Ihr Konto bei ${name} hat jetzt eine andere E-Mail-Adresse. Dies ist die letzte E-Mail an die alte.`,
    notYou: "Wenn Sie das nicht waren, wenden Sie sich sofort an den Shop.",
  },
  twoFactorOn: {
    subject: (name) => `Zweistufige Anmeldung bei ${name} eingeschaltet`,
    heading: "Zweistufige Anmeldung ist eingeschaltet",
    text: (name) =>
      `Ab jetzt braucht die Anmeldung zu Ihrem Konto bei ${name} auch einen Code aus Ihrer App. Bewahren Sie Ihre Wiederherstellungscodes gut auf.`,
  },
  twoFactorOff: {
    subject: (name) => `Zweistufige Anmeldung bei ${name} ausgeschaltet`,
    heading: "Zweistufige Anmeldung ist ausgeschaltet",
    text: (name) => `Ihr Konto bei ${name} ist jetzt nur durch das Passwort geschützt.`,
  },
  newSignIn: {
    subject: (name) => `Neue Anmeldung bei ${name}`,
    heading: "Neue Anmeldung",
    text: (name) => `Jemand hat sich bei Ihrem Konto bei ${name} angemeldet.`,
    time: "Zeit",
    device: "Gerät",
  },
  invitation: {
    subject: (name) => `Einladung ins Team von ${name}`,
    heading: (name) => `Einladung ins Team von ${name}`,
    text: (inviter, name) => `${inviter} lädt Sie ein, bei ${name} mitzuarbeiten.`,
    textWithoutName: (name) => `Sie sind eingeladen, bei ${name} mitzuarbeiten.`,
    role: "Rolle",
    button: "Einladung annehmen",
    ignore: "Wenn Sie damit nichts anfangen können, tun Sie nichts.",
    reason: (name) =>
      `Sie erhalten diese E-Mail, weil jemand bei ${name} diese Adresse eingegeben hat.`,
  },
};
