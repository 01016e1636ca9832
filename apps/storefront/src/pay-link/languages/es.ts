import type { PayLinkTexts } from "./en.ts";

export const spanish: PayLinkTexts = {
  title: "Tu pedido",
  opening: "Abriendo tu pedido…",
  none: "No hay ningún pedido que mostrar",
  noneText: "Abre esta página con el enlace de tu correo.",
  invalid: "Este enlace no funciona",
  invalidText: "Puede que haya sido sustituido. Usa el enlace más reciente o pide uno a la tienda.",
  expired: "Este enlace ha caducado",
  expiredText: "Pide uno nuevo a la tienda. No se te ha cobrado nada.",
  soldOut: "Agotado",
  soldOutText:
    "Un artículo de este pedido acaba de agotarse. No se te ha cobrado nada y la tienda está avisada. Escríbele para encontrar una alternativa.",
  unavailable: "Este pedido no se puede pagar tal como está",
  unavailableText:
    "Algo de él ya no está disponible. No se te ha cobrado nada y la tienda está avisada. Escríbele para que cambie el pedido.",
  paid: "Este pedido está pagado",
  paidText: "No queda nada por pagar.",
  seeOrder: "Ver tu pedido",
  ended: "Este pedido ya no se puede pagar",
  endedText:
    "Ha caducado o se ha cancelado. No se te ha cobrado nada. Pide un enlace nuevo a la tienda.",
  changed: "El total ha cambiado",
  changedText:
    "Los impuestos han cambiado desde que se preparó este pedido. El total era {previous} y ahora es {total}.",
  confirm: "Continuar con {total}",
  failed: "No hemos podido abrir tu pedido",
  failedText: "Comprueba tu conexión e inténtalo de nuevo. No se te ha cobrado nada.",
  again: "Intentar de nuevo",
  contact: "Contactar con la tienda",
  noScript: "Activa JavaScript en tu navegador para abrir tu pedido.",
};
