import type { PayLinkTexts } from "./en.ts";

export const portuguese: PayLinkTexts = {
  title: "A sua encomenda",
  opening: "A abrir a sua encomenda…",
  none: "Nenhuma encomenda para mostrar",
  noneText: "Abra esta página com a ligação do seu e-mail.",
  invalid: "Esta ligação não funciona",
  invalidText: "Pode ter sido substituída. Use a ligação mais recente ou peça uma à loja.",
  expired: "Esta ligação expirou",
  expiredText: "Peça uma nova à loja. Nada lhe foi cobrado.",
  soldOut: "Esgotado",
  soldOutText:
    "Um artigo desta encomenda acabou de esgotar. Nada lhe foi cobrado e a loja foi avisada. Contacte-a para encontrar uma alternativa.",
  unavailable: "Esta encomenda não pode ser paga como está",
  unavailableText:
    "Algo nela já não está disponível. Nada lhe foi cobrado e a loja foi avisada. Contacte-a para alterar a encomenda.",
  paid: "Esta encomenda está paga",
  paidText: "Não há mais nada a pagar.",
  seeOrder: "Ver a encomenda",
  ended: "Esta encomenda já não pode ser paga",
  endedText: "Expirou ou foi cancelada. Nada lhe foi cobrado. Peça uma nova ligação à loja.",
  changed: "O total mudou",
  changedText:
    "Os impostos mudaram desde que esta encomenda foi preparada. O total era {previous} e agora é {total}.",
  confirm: "Continuar com {total}",
  failed: "Não foi possível abrir a sua encomenda",
  failedText: "Verifique a sua ligação à internet e tente novamente. Nada lhe foi cobrado.",
  again: "Tentar novamente",
  contact: "Contactar a loja",
  noScript: "Ative o JavaScript no seu navegador para abrir a encomenda.",
};
