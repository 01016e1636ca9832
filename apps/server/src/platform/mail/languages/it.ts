import type { MailTexts } from "./en.ts";

export const italian: MailTexts = {
  unsubscribe: "Annulla l’iscrizione",
  worksUntil: (time) => `Il link è valido fino a: ${time}.`,
  worksFor: (span) => `Il link è valido per ${span}.`,
  reasonAccount: (name) =>
    `Ricevi questa e-mail perché un account di ${name} usa questo indirizzo.`,
  reasonEntered: (name) =>
    `Ricevi questa e-mail perché questo indirizzo è stato inserito su ${name}.`,
  askedAtStore: (store, name) =>
    `La richiesta viene dal negozio ${store}, che usa ${name}. Un solo account vale in tutti i negozi di ${name}.`,
  notYou: "Se non sei stato tu, imposta subito una nuova password.",
  newPassword: "Imposta una nuova password",
  order: {
    subject: (number, name) => `Il tuo ordine ${number} da ${name}`,
    preview: (number, total) => `Ordine ${number}, ${total}.`,
    heading: "Grazie per il tuo ordine",
    text: (number) => `Abbiamo ricevuto l’ordine ${number} e il tuo pagamento.`,
    subtotal: "Subtotale",
    discount: "Sconto",
    shipping: "Spedizione",
    free: "Gratuita",
    tax: "Imposte",
    taxIncluded: "Imposte incluse",
    reverseCharge: "Inversione contabile: l'IVA è dovuta dal destinatario",
    total: "Totale",
    paidWith: "Pagato con",
    invoiceAttached: "La fattura è in allegato.",
    delivery: "Consegna",
    pickup: "Ritiro",
    shippingAddress: "Indirizzo di spedizione",
    returnItem: "Restituisci un articolo",
    track: "Segui il tuo ordine",
    open: "Vedi il tuo ordine",
    reason: (name) =>
      `Ricevi questa e-mail perché hai ordinato da ${name} con questo indirizzo. Rispondi se qualcosa non va.`,
  },
  orderCanceled: {
    subject: (number, name) => `Il tuo ordine ${number} da ${name} è stato annullato`,
    heading: "Il tuo ordine è stato annullato",
    text: (number) => `L’ordine ${number} è stato annullato. Non verrà spedito nulla.`,
    refund: "Rimborsiamo quanto hai pagato. Riceverai un’email appena il rimborso è fatto.",
  },
  orderChanged: {
    subject: (number, name) => `Il tuo ordine ${number} da ${name} è stato modificato`,
    heading: "Il tuo ordine è stato modificato",
    text: (number) => `L’ordine ${number} è stato modificato. Ecco cosa contiene ora.`,
    refund: (amount) =>
      `Ora l’ordine costa meno. Ti rimborsiamo ${amount} con lo stesso metodo con cui hai pagato.`,
    due: (amount) => `Restano da pagare ${amount}.`,
    before: (variant) => `Prima: ${variant}`,
    now: (variant) => `Ora: ${variant}`,
    undone: "L’indirizzo di spedizione o la taglia sono stati modificati e poi ripristinati.",
    formerAddress: "Indirizzo di spedizione precedente",
    notYou: "Se non sei stato tu a fare questa modifica, contattaci subito.",
    pay: (amount) => `Paga ${amount}`,
    open: {
      subject: (number, name, amount) =>
        `Il tuo ordine ${number} da ${name}: ${amount} per la modifica`,
      heading: "Paga la modifica del tuo ordine",
      text: (number, amount, until) =>
        `Con questa modifica l’ordine ${number} costa ${amount} in più. Verrà modificato appena paghi. Se non paghi entro il ${until}, resta com’è.`,
    },
  },
  orderRefunded: {
    subject: (number, name) => `Rimborso del tuo ordine ${number} da ${name}`,
    heading: "Il tuo rimborso",
    text: (number, amount) => `Ti abbiamo rimborsato ${amount} per l’ordine ${number}.`,
    back: "Il denaro torna con lo stesso metodo con cui hai pagato.",
    days: (days) => `Servono ${days} giorni lavorativi prima di vederlo.`,
    byHand: "Ti restituiamo l’importo come concordato con te.",
    creditNoteAttached: "La nota di credito è in allegato.",
    plusTax: (amount) => `più ${amount} di imposte`,
    total: "Rimborsato",
  },
  testOrder: {
    mark: "Ordine di prova",
    text: (number) =>
      `Questo è l’ordine di prova ${number}. Non è stato addebitato nulla e non verrà spedito nulla.`,
  },
  shipped: {
    subject: (number, name) => `Il tuo ordine ${number} da ${name} è in viaggio`,
    heading: "È in viaggio",
    text: (number) => `Abbiamo spedito questi articoli dell’ordine ${number}.`,
    carrier: "Corriere",
    trackingNumber: "Numero di spedizione",
    track: "Segui la spedizione",
    toCome: "Ancora in arrivo",
    ready: {
      subject: (number, name) => `Il tuo ordine ${number} da ${name} è pronto`,
      heading: "Pronto per il ritiro",
      text: (number) => `Puoi ritirare questi articoli dell’ordine ${number}.`,
    },
  },
  delivered: {
    subject: (number, name) => `Il tuo ordine ${number} da ${name} è stato consegnato`,
    heading: "È arrivato",
    text: (number) =>
      `Questi articoli dell’ordine ${number} sono stati consegnati. Rispondi a questa email se manca qualcosa o è danneggiato.`,
  },
  paymentLink: {
    subject: (name) => `Il tuo ordine da ${name}: controllalo e paga`,
    preview: (total) => `Il tuo ordine è pronto per il pagamento: ${total}.`,
    heading: "Il tuo ordine è pronto",
    text: (name) =>
      `${name} ha preparato questo ordine per te. Controllalo e paga con il link qui sotto.`,
    button: "Controlla e paga",
    held: (time) => `Gli articoli sono riservati per te fino al ${time}.`,
    reason: (name) =>
      `Ricevi questa email perché ${name} ha preparato un ordine per questo indirizzo. Rispondi se qualcosa non va.`,
  },
  newsletter: {
    subject: (name) => `Conferma la tua iscrizione a ${name}`,
    preview: (name) => `Ancora un passo e ${name} ti scriverà.`,
    heading: "Conferma la tua iscrizione",
    text: (name) =>
      `Qualcuno ha chiesto che le novità di ${name} arrivino a questo indirizzo. Se sei stato tu, confermalo qui.`,
    launchText: (name) =>
      `Qualcuno ha chiesto che ${name} scriva a questo indirizzo quando arriva la nuova collezione. Se sei stato tu, confermalo qui.`,
    button: "Conferma l’iscrizione",
    ignore: "Se non sei stato tu, non fare nulla: senza il link nessuno viene iscritto.",
  },
  subscribed: {
    subject: (name) => `Sei iscritto a ${name}`,
    heading: "La tua iscrizione è confermata",
    text: (name) =>
      `Grazie. D’ora in poi ${name} ti scriverà quando ci saranno novità, e puoi annullare l’iscrizione in ogni momento.`,
    button: (name) => `Visita ${name}`,
    reason: (name) => `Ricevi questa e-mail perché ti sei iscritto su ${name}.`,
  },
  stockAsked: {
    subject: (product) => `Ti avvisiamo quando torna ${product}?`,
    heading: "Conferma la tua richiesta",
    text: (product, name) =>
      `Qualcuno ha chiesto a ${name} di scrivere a questo indirizzo quando torna ${product}. Se sei stato tu, confermalo qui.`,
    button: "Sì, avvisatemi",
    ignore: "Se non sei stato tu, non fare nulla: senza il link non scriveremo più.",
  },
  stockConfirmed: {
    subject: (product) => `Ti avviseremo quando torna ${product}`,
    heading: "Sei nella lista",
    text: (product) =>
      `Ti scriveremo una volta sola, appena ${product} si potrà acquistare di nuovo.`,
  },
  backInStock: {
    subject: (product) => `${product} è di nuovo disponibile`,
    heading: "È di nuovo disponibile",
    text: (product) =>
      `Ci avevi chiesto di avvisarti: ${product} si può acquistare di nuovo. Non possiamo metterlo da parte.`,
    button: "Guardalo",
    reason: (name) => `Ricevi quest’unica e-mail perché hai chiesto a ${name} di avvisarti.`,
  },
  lowStock: {
    subject: (name) => `Scorte basse da ${name}`,
    heading: "Scorte basse",
    text: "Questi articoli hanno raggiunto il punto di riordino.",
    left: (units) => `Rimasti: ${units}`,
    reorderPoint: (point) => `Punto di riordino: ${point}`,
    reason: (name) => `Ricevi questa e-mail perché questo è l’indirizzo di ${name}.`,
  },
  orderDisputed: {
    subject: (number, name) => `Pagamento contestato: ordine ${number} su ${name}`,
    heading: "Un acquirente contesta un pagamento",
    text: (number) =>
      `Il pagamento dell'ordine ${number} è contestato presso il fornitore di pagamenti. Rispondi nel pannello del fornitore prima della scadenza.`,
    notRefundable:
      "Finché la contestazione non è chiusa, questo denaro non può essere rimborsato qui.",
    lostHeading: "Una contestazione è stata persa",
    lostText: (number) =>
      `La contestazione sull'ordine ${number} è stata decisa a favore dell'acquirente, che ha riavuto il denaro. Non rimborsarlo di nuovo.`,
    amount: "Importo",
    cause: "Motivo",
    respondBy: "Rispondere entro",
  },
  refundFailed: {
    subject: (number, name) => `Rimborso non riuscito: ordine ${number} su ${name}`,
    heading: "Un rimborso non è riuscito",
    text: (number) =>
      `Il fornitore di pagamenti non ha rimborsato l'acquirente dell'ordine ${number}: il negozio ha quindi ancora questo denaro. Riprova il rimborso o restituisci il denaro in un altro modo.`,
  },
  primaryHostChanged: {
    subject: (name) => `L’indirizzo principale di ${name} è cambiato`,
    heading: "L’indirizzo principale è cambiato",
    text: (name) => `Da ora i link e le e-mail di ${name} portano a un altro indirizzo.`,
    host: "Indirizzo principale",
  },
  contactAddressChanged: {
    subject: (name) => `L’indirizzo di contatto di ${name} è cambiato`,
    heading: "L’indirizzo di contatto è cambiato",
    text: (name) =>
      `I messaggi per ${name} arriveranno a un altro indirizzo appena sarà confermato.`,
    address: "Nuovo indirizzo di contatto",
  },
  contact: {
    subject: (from, about) => `Messaggio da ${from}: ${about}`,
    heading: "Nuovo messaggio",
    text: (name) =>
      `Qualcuno ha scritto a ${name} dal suo sito web. Rispondi a questa e-mail per rispondere. Non abbiamo verificato che l’indirizzo e-mail sia suo.`,
    name: "Nome",
    email: "E-mail",
    about: "Oggetto",
    message: "Messaggio",
    subjects: {
      Order: "Ordine",
      Shipping: "Spedizione",
      "Returns and exchanges": "Resi e cambi",
      "Product question": "Domanda su un prodotto",
      Press: "Stampa",
      Other: "Altro",
    },
    returnOf: (number) => `Reso dell'ordine ${number}`,
    copy: {
      subject: (name) => `Copia di un messaggio a ${name}`,
      heading: "Copia di un messaggio",
      text: (name) => `Questa è una copia del messaggio inviato a ${name} da questo indirizzo.`,
      ignore: (name) =>
        `Se non sei stato tu, ignora questa e-mail: qualcun altro ha inserito questo indirizzo sul sito web di ${name}. Il messaggio qui sotto non è di ${name}.`,
    },
  },
  verifyEmail: {
    subject: (name) => `Conferma il tuo indirizzo e-mail per ${name}`,
    heading: "Conferma il tuo indirizzo e-mail",
    text: (name) =>
      `È stato creato un account di ${name} con questo indirizzo e-mail. Se sei stato tu, conferma che è tuo.`,
    button: "Conferma l’indirizzo e-mail",
    ignore: "Se non sei stato tu, non fare nulla.",
  },
  storeEmail: {
    subject: (name) => `Conferma l’indirizzo di contatto di un negozio su ${name}`,
    text: (name) =>
      `Questo indirizzo è stato inserito come indirizzo di contatto di un negozio su ${name}. Se il negozio è tuo, conferma che può inviare qui i suoi messaggi.`,
    store: "Negozio",
  },
  accountExists: {
    subject: (name) => `Hai già un account di ${name}`,
    heading: "Hai già un account",
    text: (name) =>
      `Qualcuno ha provato ad aprire un account di ${name} con questo indirizzo, che ne ha già uno. Se sei stato tu, accedi, oppure imposta una nuova password se l’hai dimenticata.`,
    button: "Accedi",
    ignore: "Se non sei stato tu, non fare nulla: il tuo account è rimasto com’era.",
  },
  resetPassword: {
    subject: (name) => `Imposta una nuova password per ${name}`,
    heading: "Imposta una nuova password",
    text: (name) =>
      `Qualcuno ha chiesto una nuova password per il tuo account di ${name}. Se sei stato tu, sceglila qui.`,
    button: "Scegli una nuova password",
    ignore: "Se non sei stato tu, non fare nulla: la tua password resta quella di prima.",
  },
  passwordChanged: {
    subject: (name) => `La tua password di ${name} è stata cambiata`,
    heading: "La tua password è stata cambiata",
    text: (name) =>
      `La password del tuo account di ${name} è stata cambiata. Su tutti i dispositivi bisogna accedere di nuovo.`,
    othersSignedOut: (name) =>
      `La password del tuo account di ${name} è stata cambiata. Sugli altri dispositivi bisogna accedere di nuovo.`,
  },
  changeEmail: {
    subject: (name) => `Conferma il tuo nuovo indirizzo e-mail per ${name}`,
    heading: "Conferma il tuo nuovo indirizzo e-mail",
    text: (name) =>
      `Questo diventerà l’indirizzo e-mail del tuo account di ${name}, appena confermi che è tuo.`,
    button: "Conferma il nuovo indirizzo e-mail",
    ignore: "Se non l’hai chiesto tu, non fare nulla: così non cambia niente.",
  },
  emailChangeAsked: {
    subject: (name) => `È stato chiesto un nuovo indirizzo e-mail su ${name}`,
    heading: "È stato chiesto un nuovo indirizzo e-mail",
    text: (name) =>
      `Il tuo account di ${name} avrà un altro indirizzo e-mail. Cambierà quando il nuovo sarà confermato.`,
  },
  emailChanged: {
    subject: (name) => `Il tuo indirizzo e-mail su ${name} è stato cambiato`,
    heading: "Il tuo indirizzo e-mail è stato cambiato",
    text: (name) =>
      `Il tuo account di ${name} ha ora un altro indirizzo e-mail. Questa è l’ultima e-mail a quello vecchio.`,
    notYou: "Se non sei stato tu, contatta subito il negozio.",
  },
  twoFactorOn: {
    subject: (name) => `Accesso in due passaggi attivato su ${name}`,
    heading: "Accesso in due passaggi attivato",
    text: (name) =>
      `D’ora in poi per accedere al tuo account di ${name} serve anche un codice della tua app. Conserva bene i codici di recupero.`,
  },
  twoFactorOff: {
    subject: (name) => `Accesso in due passaggi disattivato su ${name}`,
    heading: "Accesso in due passaggi disattivato",
    text: (name) => `Il tuo account di ${name} è ora protetto solo dalla password.`,
  },
  newSignIn: {
    subject: (name) => `Nuovo accesso su ${name}`,
    heading: "Nuovo accesso",
    text: (name) => `Qualcuno ha effettuato l’accesso al tuo account di ${name}.`,
    time: "Data e ora",
    device: "Dispositivo",
  },
  invitation: {
    subject: (name) => `Entra nel team di ${name}`,
    heading: (name) => `Entra nel team di ${name}`,
    text: (inviter, name) => `${inviter} ti invita a collaborare alla gestione di ${name}.`,
    textWithoutName: (name) => `Sei invitato a collaborare alla gestione di ${name}.`,
    role: "Ruolo",
    button: "Accetta l’invito",
    ignore: "Se non sai di che cosa si tratta, non fare nulla.",
    reason: (name) =>
      `Ricevi questa e-mail perché qualcuno di ${name} ha inserito questo indirizzo.`,
  },
};
