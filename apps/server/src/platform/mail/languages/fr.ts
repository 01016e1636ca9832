import type { MailTexts } from "./en.ts";

export const french: MailTexts = {
  unsubscribe: "Se désabonner",
  worksUntil: (time) => `Le lien est valable jusqu’au : ${time}.`,
  worksFor: (span) => `Le lien est valable pendant ${span}.`,
  reasonAccount: (name) =>
    `Vous recevez cet e-mail parce qu’un compte ${name} utilise cette adresse.`,
  reasonEntered: (name) =>
    `Vous recevez cet e-mail parce que cette adresse a été saisie chez ${name}.`,
  askedAtStore: (store, name) =>
    `Cette demande vient de la boutique ${store}, qui utilise ${name}. Un seul compte sert dans toutes les boutiques de ${name}.`,
  notYou: "Si ce n’était pas vous, choisissez immédiatement un nouveau mot de passe.",
  newPassword: "Choisir un nouveau mot de passe",
  order: {
    subject: (number, name) => `Votre commande ${number} chez ${name}`,
    preview: (number, total) => `Commande ${number}, ${total}.`,
    heading: "Merci pour votre commande",
    text: (number) => `Nous avons bien reçu la commande ${number} et votre paiement.`,
    subtotal: "Sous-total",
    discount: "Remise",
    shipping: "Livraison",
    free: "Offerte",
    tax: "Taxes",
    taxIncluded: "Taxes comprises",
    reverseCharge: "Autoliquidation de la TVA",
    total: "Total",
    paidWith: "Payé avec",
    invoiceAttached: "Votre facture est en pièce jointe.",
    delivery: "Date de livraison",
    pickup: "Retrait",
    shippingAddress: "Adresse de livraison",
    returnItem: "Retourner un article",
    track: "Suivre votre commande",
    open: "Voir votre commande",
    reason: (name) =>
      `Vous recevez cet e-mail parce que vous avez commandé chez ${name} avec cette adresse. Répondez-y si quelque chose ne va pas.`,
  },
  orderCanceled: {
    subject: (number, name) => `Votre commande ${number} chez ${name} a été annulée`,
    heading: "Votre commande a été annulée",
    text: (number) => `La commande ${number} a été annulée. Aucun article ne sera expédié.`,
    refund: "Nous remboursons votre paiement. Vous recevrez un e-mail dès que ce sera fait.",
  },
  orderChanged: {
    subject: (number, name) => `Votre commande ${number} chez ${name} a été modifiée`,
    heading: "Votre commande a été modifiée",
    text: (number) => `La commande ${number} a été modifiée. Voici ce qu’elle contient maintenant.`,
    refund: (amount) =>
      `La commande coûte moins cher. Nous remboursons ${amount} sur le moyen de paiement utilisé.`,
    due: (amount) => `Il reste ${amount} à payer.`,
    before: (variant) => `Avant : ${variant}`,
    now: (variant) => `Maintenant : ${variant}`,
    undone: "L’adresse de livraison ou la taille a été modifiée, puis rétablie.",
    formerAddress: "Ancienne adresse de livraison",
    notYou: "Si cette modification ne vient pas de vous, contactez-nous immédiatement.",
    pay: (amount) => `Payer ${amount}`,
    open: {
      subject: (number, name, amount) =>
        `Votre commande ${number} chez ${name} : ${amount} pour la modification`,
      heading: "Payez la modification de votre commande",
      text: (number, amount, until) =>
        `Avec cette modification, la commande ${number} coûte ${amount} de plus. Elle sera modifiée dès votre paiement. Sans paiement avant le ${until}, elle reste inchangée.`,
    },
  },
  orderRefunded: {
    subject: (number, name) => `Remboursement de votre commande ${number} chez ${name}`,
    heading: "Votre remboursement",
    text: (number, amount) => `Nous vous avons remboursé ${amount} pour la commande ${number}.`,
    back: "Le montant est restitué sur le moyen de paiement utilisé.",
    days: (days) => `Comptez ${days} jours ouvrés avant de le voir.`,
    byHand: "Nous vous restituons le montant comme convenu avec vous.",
    creditNoteAttached: "L’avoir est en pièce jointe.",
    plusTax: (amount) => `plus ${amount} de taxes`,
    total: "Remboursé",
  },
  testOrder: {
    mark: "Commande de test",
    text: (number) =>
      `Ceci est la commande de test ${number}. Rien n’a été débité et rien ne sera expédié.`,
  },
  shipped: {
    subject: (number, name) => `Votre commande ${number} chez ${name} est en route`,
    heading: "Votre colis est en route",
    text: (number) => `Ces articles de la commande ${number} ont été expédiés.`,
    carrier: "Transporteur",
    trackingNumber: "Numéro de suivi",
    track: "Suivre le colis",
    toCome: "Encore à venir",
    ready: {
      subject: (number, name) => `Votre commande ${number} chez ${name} est prête`,
      heading: "Prête à être retirée",
      text: (number) => `Ces articles de la commande ${number} peuvent être retirés.`,
    },
  },
  delivered: {
    subject: (number, name) => `Votre commande ${number} chez ${name} a été livrée`,
    heading: "Votre colis est arrivé",
    text: (number) =>
      `Ces articles de la commande ${number} ont été livrés. Répondez à cet e-mail s’il manque quelque chose ou si un article est abîmé.`,
  },
  paymentLink: {
    subject: (name) => `Votre commande chez ${name} : à vérifier et à payer`,
    preview: (total) => `Votre commande peut être payée : ${total}.`,
    heading: "Votre commande est prête",
    text: (name) =>
      `${name} a préparé cette commande pour vous. Vérifiez-la et payez-la avec le lien ci-dessous.`,
    button: "Vérifier et payer",
    held: (time) => `Les articles vous sont réservés jusqu’au ${time}.`,
    reason: (name) =>
      `Vous recevez cet e-mail parce que ${name} a préparé une commande pour cette adresse. Répondez-y si quelque chose ne va pas.`,
  },
  newsletter: {
    subject: (name) => `Confirmez votre inscription chez ${name}`,
    preview: (name) => `Encore une étape, et ${name} vous écrira.`,
    heading: "Confirmez votre inscription",
    text: (name) =>
      `Quelqu’un a demandé que les nouvelles de ${name} soient envoyées à cette adresse. Si c’était vous, confirmez-le ici.`,
    launchText: (name) =>
      `Quelqu’un a demandé que ${name} écrive à cette adresse à l’arrivée de la nouvelle collection. Si c’était vous, confirmez-le ici.`,
    button: "Confirmer l’inscription",
    ignore: "Si ce n’était pas vous, ne faites rien : sans le lien, personne n’est inscrit.",
  },
  subscribed: {
    subject: (name) => `Vous êtes inscrit(e) chez ${name}`,
    heading: "Votre inscription est confirmée",
    text: (name) =>
      `Merci. Désormais, ${name} vous écrira quand il y aura du nouveau, et vous pouvez vous désabonner à tout moment.`,
    button: (name) => `Visiter ${name}`,
    reason: (name) => `Vous recevez cet e-mail parce que vous vous êtes inscrit(e) chez ${name}.`,
  },
  stockAsked: {
    subject: (product) => `Faut-il vous prévenir du retour de « ${product} » ?`,
    heading: "Confirmez votre demande",
    text: (product, name) =>
      `Quelqu’un a demandé à ${name} d’écrire à cette adresse au retour de « ${product} ». Si c’était vous, confirmez-le ici.`,
    button: "Oui, prévenez-moi",
    ignore: "Si ce n’était pas vous, ne faites rien : sans le lien, nous n’écrirons plus.",
  },
  stockConfirmed: {
    subject: (product) => `Nous vous préviendrons du retour de « ${product} »`,
    heading: "Vous êtes sur la liste",
    text: (product) =>
      `Nous vous écrirons une seule fois, dès que « ${product} » sera de nouveau disponible.`,
  },
  backInStock: {
    subject: (product) => `${product} : de retour`,
    heading: "De retour",
    text: (product) =>
      `Vous vouliez le savoir : « ${product} » est de nouveau disponible. Nous ne pouvons pas vous le réserver.`,
    button: "Voir l’article",
    reason: (name) =>
      `Vous recevez cet unique e-mail parce que vous avez demandé à ${name} de vous prévenir.`,
  },
  lowStock: {
    subject: (name) => `Stock faible chez ${name}`,
    heading: "Stock faible",
    text: "Ces articles ont atteint leur seuil de réapprovisionnement.",
    left: (units) => `Restant : ${units}`,
    reorderPoint: (point) => `Seuil : ${point}`,
    reason: (name) => `Vous recevez cet e-mail parce que cette adresse est celle de ${name}.`,
  },
  orderDisputed: {
    subject: (number, name) => `Paiement contesté : commande ${number} chez ${name}`,
    heading: "Un acheteur conteste un paiement",
    text: (number) =>
      `Le paiement de la commande ${number} est contesté auprès du prestataire de paiement. Répondez dans le tableau de bord du prestataire avant la date limite.`,
    notRefundable: "Tant que le litige n'est pas clos, cet argent ne peut pas être remboursé ici.",
    lostHeading: "Un litige a été perdu",
    lostText: (number) =>
      `Le litige concernant la commande ${number} a été tranché en faveur de l'acheteur, qui a récupéré l'argent. Ne le remboursez pas une seconde fois.`,
    amount: "Montant",
    cause: "Motif",
    respondBy: "Répondre avant le",
  },
  refundFailed: {
    subject: (number, name) => `Échec d'un remboursement : commande ${number} chez ${name}`,
    heading: "Un remboursement a échoué",
    text: (number) =>
      `Le prestataire de paiement n'a pas remboursé l'acheteur de la commande ${number} : la boutique a donc encore cet argent. Réessayez le remboursement ou rendez l'argent d'une autre manière.`,
  },
  primaryHostChanged: {
    subject: (name) => `L’adresse principale de ${name} a été modifiée`,
    heading: "L’adresse principale a été modifiée",
    text: (name) => `Les liens et les e-mails de ${name} mènent désormais à une autre adresse.`,
    host: "Adresse principale",
  },
  contactAddressChanged: {
    subject: (name) => `L’adresse de contact de ${name} a été modifiée`,
    heading: "L’adresse de contact a été modifiée",
    text: (name) =>
      `Les messages adressés à ${name} iront à une autre adresse dès qu’elle sera confirmée.`,
    address: "Nouvelle adresse de contact",
  },
  contact: {
    subject: (from, about) => `Message de ${from} : ${about}`,
    heading: "Nouveau message",
    text: (name) =>
      `Quelqu’un a écrit à ${name} depuis son site web. Répondez à cet e-mail pour lui répondre. Nous n’avons pas vérifié que l’adresse e-mail est la sienne.`,
    name: "Nom",
    email: "E-mail",
    about: "Objet",
    message: "Message",
    subjects: {
      Order: "Commande",
      Shipping: "Livraison",
      "Returns and exchanges": "Retours et échanges",
      "Product question": "Question sur un article",
      Press: "Presse",
      Other: "Autre",
    },
    returnOf: (number) => `Retour de la commande ${number}`,
    copy: {
      subject: (name) => `Copie d’un message à ${name}`,
      heading: "Copie d’un message",
      text: (name) => `Voici une copie du message envoyé à ${name} depuis cette adresse.`,
      ignore: (name) =>
        `Si ce n’était pas vous, ignorez cet e-mail. Quelqu’un d’autre a saisi cette adresse sur le site web de ${name}. Le message ci-dessous n’est pas de ${name}.`,
    },
  },
  verifyEmail: {
    subject: (name) => `Confirmez votre adresse e-mail pour ${name}`,
    heading: "Confirmez votre adresse e-mail",
    text: (name) =>
      `Un compte ${name} a été créé avec cette adresse e-mail. Si c’était vous, confirmez qu’elle vous appartient.`,
    button: "Confirmer l’adresse e-mail",
    ignore: "Si ce n’était pas vous, ne faites rien.",
  },
  storeEmail: {
    subject: (name) => `Confirmez l’adresse de contact d’une boutique sur ${name}`,
    text: (name) =>
      `Cette adresse a été indiquée comme adresse de contact d’une boutique sur ${name}. Si la boutique est la vôtre, confirmez qu’elle peut envoyer ses messages ici.`,
    store: "Boutique",
  },
  accountExists: {
    subject: (name) => `Vous avez déjà un compte ${name}`,
    heading: "Vous avez déjà un compte",
    text: (name) =>
      `Quelqu’un a voulu ouvrir un compte ${name} avec cette adresse, qui en a déjà un. Si c’était vous, connectez-vous, ou choisissez un nouveau mot de passe si vous avez oublié le vôtre.`,
    button: "Se connecter",
    ignore: "Si ce n’était pas vous, ne faites rien : votre compte n’a pas changé.",
  },
  resetPassword: {
    subject: (name) => `Choisissez un nouveau mot de passe pour ${name}`,
    heading: "Choisissez un nouveau mot de passe",
    text: (name) =>
      `Quelqu’un a demandé un nouveau mot de passe pour votre compte ${name}. Si c’était vous, choisissez-le ici.`,
    button: "Choisir un nouveau mot de passe",
    ignore: "Si ce n’était pas vous, ne faites rien : votre mot de passe reste le même.",
  },
  passwordChanged: {
    subject: (name) => `Votre mot de passe ${name} a été modifié`,
    heading: "Votre mot de passe a été modifié",
    text: (name) =>
      `Le mot de passe de votre compte ${name} a été modifié. Tous les appareils doivent se reconnecter.`,
    othersSignedOut: (name) =>
      `Le mot de passe de votre compte ${name} a été modifié. Vos autres appareils doivent se reconnecter.`,
  },
  changeEmail: {
    subject: (name) => `Confirmez votre nouvelle adresse e-mail pour ${name}`,
    heading: "Confirmez votre nouvelle adresse e-mail",
    text: (name) =>
      `Cette adresse e-mail doit devenir celle de votre compte ${name}. Confirmez qu’elle vous appartient, et elle le deviendra.`,
    button: "Confirmer la nouvelle adresse e-mail",
    ignore: "Si vous n’avez rien demandé, ne faites rien : rien ne changera.",
  },
  emailChangeAsked: {
    subject: (name) => `Une nouvelle adresse e-mail a été demandée chez ${name}`,
    heading: "Une nouvelle adresse e-mail a été demandée",
    text: (name) =>
      `Votre compte ${name} doit recevoir une autre adresse e-mail. Elle changera dès que la nouvelle sera confirmée.`,
  },
  emailChanged: {
    subject: (name) => `Votre adresse e-mail chez ${name} a été modifiée`,
    heading: "Votre adresse e-mail a été modifiée",
    text: (name) =>
      `Votre compte ${name} a désormais une autre adresse e-mail. Ceci est le dernier e-mail envoyé à l’ancienne.`,
    notYou: "Si ce n’était pas vous, contactez immédiatement la boutique.",
  },
  twoFactorOn: {
    subject: (name) => `Connexion en deux étapes activée chez ${name}`,
    heading: "Connexion en deux étapes activée",
    text: (name) =>
      `Désormais, la connexion à votre compte ${name} demande aussi un code de votre application. Conservez bien vos codes de secours.`,
  },
  twoFactorOff: {
    subject: (name) => `Connexion en deux étapes désactivée chez ${name}`,
    heading: "Connexion en deux étapes désactivée",
    text: (name) => `Votre compte ${name} n’est plus protégé que par le mot de passe.`,
  },
  newSignIn: {
    subject: (name) => `Nouvelle connexion chez ${name}`,
    heading: "Nouvelle connexion",
    text: (name) => `Quelqu’un s’est connecté à votre compte ${name}.`,
    time: "Date et heure",
    device: "Appareil",
  },
  invitation: {
    subject: (name) => `Rejoignez l’équipe de ${name}`,
    heading: (name) => `Rejoignez l’équipe de ${name}`,
    text: (inviter, name) => `${inviter} vous invite à participer à la gestion de ${name}.`,
    textWithoutName: (name) => `Vous êtes invité(e) à participer à la gestion de ${name}.`,
    role: "Rôle",
    button: "Accepter l’invitation",
    ignore: "Si vous ne savez pas de quoi il s’agit, ne faites rien.",
    reason: (name) =>
      `Vous recevez cet e-mail parce que quelqu’un chez ${name} a saisi cette adresse.`,
  },
};
