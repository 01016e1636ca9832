import type { PayLinkTexts } from "./en.ts";

export const french: PayLinkTexts = {
  title: "Votre commande",
  opening: "Ouverture de votre commande…",
  none: "Aucune commande à afficher",
  noneText: "Ouvrez cette page avec le lien reçu par e-mail.",
  invalid: "Ce lien ne fonctionne pas",
  invalidText:
    "Il a peut-être été remplacé. Utilisez le lien le plus récent ou demandez-en un à la boutique.",
  expired: "Ce lien a expiré",
  expiredText: "Demandez-en un nouveau à la boutique. Rien ne vous a été débité.",
  soldOut: "Épuisé",
  soldOutText:
    "Un article de cette commande vient d’être épuisé. Rien ne vous a été débité et la boutique est prévenue. Contactez-la pour trouver une autre solution.",
  unavailable: "Cette commande ne peut pas être payée en l’état",
  unavailableText:
    "Un de ses éléments n’est plus disponible. Rien ne vous a été débité et la boutique est prévenue. Contactez-la pour faire modifier la commande.",
  paid: "Cette commande est payée",
  paidText: "Il ne reste rien à payer.",
  seeOrder: "Voir votre commande",
  ended: "Cette commande ne peut plus être payée",
  endedText:
    "Elle a expiré ou a été annulée. Rien ne vous a été débité. Demandez un nouveau lien à la boutique.",
  changed: "Le total a changé",
  changedText:
    "Les taxes ont changé depuis la préparation de cette commande. Le total était de {previous} ; il est maintenant de {total}.",
  confirm: "Continuer avec {total}",
  failed: "Impossible d’ouvrir votre commande",
  failedText: "Vérifiez votre connexion et réessayez. Rien ne vous a été débité.",
  again: "Réessayer",
  contact: "Contacter la boutique",
  noScript: "Activez JavaScript dans votre navigateur pour ouvrir votre commande.",
};
