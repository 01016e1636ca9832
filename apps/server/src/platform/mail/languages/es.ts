import type { MailTexts } from "./en.ts";

export const spanish: MailTexts = {
  unsubscribe: "Darse de baja",
  worksUntil: (time) => `El enlace es válido hasta: ${time}.`,
  worksFor: (span) => `El enlace es válido durante ${span}.`,
  reasonAccount: (name) => `Recibes este correo porque una cuenta de ${name} usa esta dirección.`,
  reasonEntered: (name) => `Recibes este correo porque esta dirección se introdujo en ${name}.`,
  askedAtStore: (store, name) =>
    `La solicitud viene de la tienda ${store}, que funciona con ${name}. Una sola cuenta sirve para todas las tiendas de ${name}.`,
  notYou: "Si no has sido tú, crea enseguida una contraseña nueva.",
  newPassword: "Crear una contraseña nueva",
  order: {
    subject: (number, name) => `Tu pedido ${number} en ${name}`,
    preview: (number, total) => `Pedido ${number}, ${total}.`,
    heading: "Gracias por tu pedido",
    text: (number) => `Hemos recibido el pedido ${number} y tu pago.`,
    subtotal: "Subtotal",
    discount: "Descuento",
    shipping: "Envío",
    free: "Gratis",
    tax: "Impuestos",
    taxIncluded: "Impuestos incluidos",
    reverseCharge: "Inversión del sujeto pasivo",
    total: "Total",
    paidWith: "Pagado con",
    invoiceAttached: "Adjuntamos tu factura.",
    delivery: "Entrega",
    pickup: "Recogida",
    shippingAddress: "Dirección de envío",
    returnItem: "Devolver un artículo",
    track: "Seguir tu pedido",
    open: "Ver tu pedido",
    reason: (name) =>
      `Recibes este correo porque hiciste un pedido en ${name} con esta dirección. Respóndelo si algo no es correcto.`,
  },
  orderCanceled: {
    subject: (number, name) => `Tu pedido ${number} en ${name} se ha cancelado`,
    heading: "Tu pedido se ha cancelado",
    text: (number) => `El pedido ${number} se ha cancelado. No se enviará nada de él.`,
    refund: "Te reembolsamos lo que pagaste. Recibirás un correo en cuanto esté hecho.",
  },
  orderChanged: {
    subject: (number, name) => `Tu pedido ${number} en ${name} se ha modificado`,
    heading: "Tu pedido se ha modificado",
    text: (number) => `El pedido ${number} se ha modificado. Esto es lo que contiene ahora.`,
    refund: (amount) =>
      `El pedido cuesta ahora menos. Te reembolsamos ${amount} por el mismo medio con el que pagaste.`,
    due: (amount) => `Quedan ${amount} por pagar.`,
    before: (variant) => `Antes: ${variant}`,
    now: (variant) => `Ahora: ${variant}`,
    undone: "La dirección de envío o la talla se cambió y después se volvió a dejar como estaba.",
    formerAddress: "Dirección de envío anterior",
    notYou: "Si no has hecho tú este cambio, ponte enseguida en contacto con nosotros.",
    pay: (amount) => `Pagar ${amount}`,
    open: {
      subject: (number, name, amount) => `Tu pedido ${number} en ${name}: ${amount} por el cambio`,
      heading: "Paga el cambio de tu pedido",
      text: (number, amount, until) =>
        `Con este cambio, el pedido ${number} cuesta ${amount} más. Se modificará en cuanto pagues. Si no pagas antes del ${until}, se queda como está.`,
    },
  },
  orderRefunded: {
    subject: (number, name) => `Reembolso de tu pedido ${number} en ${name}`,
    heading: "Tu reembolso",
    text: (number, amount) => `Te hemos reembolsado ${amount} del pedido ${number}.`,
    back: "El dinero vuelve por el mismo medio con el que pagaste.",
    days: (days) => `Tarda ${days} días laborables en aparecer.`,
    byHand: "Te devolvemos el importe tal como acordamos contigo.",
    creditNoteAttached: "Adjuntamos la factura rectificativa.",
    plusTax: (amount) => `más ${amount} de impuestos`,
    total: "Reembolsado",
  },
  testOrder: {
    mark: "Pedido de prueba",
    text: (number) =>
      `Este es el pedido de prueba ${number}. No se ha cobrado nada y no se enviará nada.`,
  },
  shipped: {
    subject: (number, name) => `Tu pedido ${number} de ${name} está en camino`,
    heading: "Está en camino",
    text: (number) => `Hemos enviado estos artículos del pedido ${number}.`,
    carrier: "Transportista",
    trackingNumber: "Número de seguimiento",
    track: "Seguir el envío",
    toCome: "Aún por llegar",
    ready: {
      subject: (number, name) => `Tu pedido ${number} de ${name} está listo`,
      heading: "Listo para recoger",
      text: (number) => `Ya puedes recoger estos artículos del pedido ${number}.`,
    },
  },
  delivered: {
    subject: (number, name) => `Tu pedido ${number} de ${name} se ha entregado`,
    heading: "Ha llegado",
    text: (number) =>
      `Estos artículos del pedido ${number} se han entregado. Responde a este correo si falta algo o está dañado.`,
  },
  paymentLink: {
    subject: (name) => `Tu pedido de ${name}: revísalo y págalo`,
    preview: (total) => `Tu pedido está listo para pagar: ${total}.`,
    heading: "Tu pedido está listo",
    text: (name) =>
      `${name} ha preparado este pedido para ti. Revísalo y págalo con el enlace de abajo.`,
    button: "Revisar y pagar",
    held: (time) => `Los artículos están reservados para ti hasta el ${time}.`,
    reason: (name) =>
      `Recibes este correo porque ${name} ha preparado un pedido para esta dirección. Responde si algo no es correcto.`,
  },
  newsletter: {
    subject: (name) => `Confirma tu suscripción a ${name}`,
    preview: (name) => `Un paso más y ${name} te escribirá.`,
    heading: "Confirma tu suscripción",
    text: (name) =>
      `Alguien ha pedido que las novedades de ${name} se envíen a esta dirección. Si has sido tú, confírmalo aquí.`,
    launchText: (name) =>
      `Alguien ha pedido que ${name} escriba a esta dirección cuando llegue la nueva colección. Si has sido tú, confírmalo aquí.`,
    button: "Confirmar suscripción",
    ignore: "Si no has sido tú, no hagas nada: sin el enlace no se suscribe a nadie.",
  },
  subscribed: {
    subject: (name) => `Te has suscrito a ${name}`,
    heading: "Te has suscrito",
    text: (name) =>
      `Gracias. A partir de ahora ${name} te escribirá cuando haya novedades, y puedes darte de baja cuando quieras.`,
    button: (name) => `Visitar ${name}`,
    reason: (name) => `Recibes este correo porque te suscribiste en ${name}.`,
  },
  stockAsked: {
    subject: (product) => `¿Te avisamos cuando vuelva ${product}?`,
    heading: "Confirma tu solicitud",
    text: (product, name) =>
      `Alguien ha pedido a ${name} que escriba a esta dirección cuando vuelva ${product}. Si has sido tú, confírmalo aquí.`,
    button: "Sí, avisadme",
    ignore: "Si no has sido tú, no hagas nada: sin el enlace no volveremos a escribir.",
  },
  stockConfirmed: {
    subject: (product) => `Te avisaremos cuando vuelva ${product}`,
    heading: "Estás en la lista",
    text: (product) =>
      `Te escribiremos una sola vez, en cuanto ${product} se pueda comprar de nuevo.`,
  },
  backInStock: {
    subject: (product) => `${product} ha vuelto`,
    heading: "Ha vuelto",
    text: (product) =>
      `Nos pediste que te avisáramos: ${product} se puede comprar de nuevo. No podemos reservártelo.`,
    button: "Verlo",
    reason: (name) => `Recibes este único correo porque pediste a ${name} que te avisara.`,
  },
  lowStock: {
    subject: (name) => `Pocas existencias en ${name}`,
    heading: "Pocas existencias",
    text: "Estos artículos han llegado a su punto de reposición.",
    left: (units) => `Quedan: ${units}`,
    reorderPoint: (point) => `Punto de reposición: ${point}`,
    reason: (name) => `Recibes este correo porque esta es la dirección de ${name}.`,
  },
  orderDisputed: {
    subject: (number, name) => `Pago en disputa: pedido ${number} en ${name}`,
    heading: "Un comprador disputa un pago",
    text: (number) =>
      `El pago del pedido ${number} está en disputa en el proveedor de pagos. Responda en el panel del proveedor antes de la fecha límite.`,
    notRefundable: "Hasta que se cierre la disputa, este dinero no se puede reembolsar aquí.",
    lostHeading: "Se perdió una disputa",
    lostText: (number) =>
      `La disputa sobre el pedido ${number} se resolvió a favor del comprador, que ha recuperado el dinero. No lo reembolse otra vez.`,
    amount: "Importe",
    cause: "Motivo",
    respondBy: "Responder antes del",
  },
  refundFailed: {
    subject: (number, name) => `Reembolso fallido: pedido ${number} en ${name}`,
    heading: "Un reembolso ha fallado",
    text: (number) =>
      `El proveedor de pagos no ha reembolsado al comprador del pedido ${number}, así que la tienda todavía tiene este dinero. Intente el reembolso otra vez o devuelva el dinero de otra manera.`,
  },
  primaryHostChanged: {
    subject: (name) => `La dirección principal de ${name} ha cambiado`,
    heading: "La dirección principal ha cambiado",
    text: (name) => `A partir de ahora, los enlaces y correos de ${name} llevan a otra dirección.`,
    host: "Dirección principal",
  },
  contactAddressChanged: {
    subject: (name) => `La dirección de contacto de ${name} ha cambiado`,
    heading: "La dirección de contacto ha cambiado",
    text: (name) => `Los mensajes para ${name} irán a otra dirección en cuanto se confirme.`,
    address: "Nueva dirección de contacto",
  },
  contact: {
    subject: (from, about) => `Mensaje de ${from}: ${about}`,
    heading: "Nuevo mensaje",
    text: (name) =>
      `Alguien ha escrito a ${name} desde su sitio web. Responde a este correo para contestarle. No hemos comprobado que la dirección de correo sea suya.`,
    name: "Nombre",
    email: "Correo electrónico",
    about: "Asunto",
    message: "Mensaje",
    subjects: {
      Order: "Pedido",
      Shipping: "Envío",
      "Returns and exchanges": "Devoluciones y cambios",
      "Product question": "Pregunta sobre un producto",
      Press: "Prensa",
      Other: "Otro",
    },
    returnOf: (number) => `Devolución del pedido ${number}`,
    copy: {
      subject: (name) => `Copia de un mensaje a ${name}`,
      heading: "Copia de un mensaje",
      text: (name) => `Esta es una copia del mensaje enviado a ${name} desde esta dirección.`,
      ignore: (name) =>
        `Si no has sido tú, ignora este correo: otra persona ha introducido esta dirección en el sitio web de ${name}. El mensaje de abajo no es de ${name}.`,
    },
  },
  verifyEmail: {
    subject: (name) => `Confirma tu dirección de correo para ${name}`,
    heading: "Confirma tu dirección de correo",
    text: (name) =>
      `Se ha creado una cuenta en ${name} con esta dirección de correo. Si has sido tú, confirma que es tuya.`,
    button: "Confirmar dirección de correo",
    ignore: "Si no has sido tú, no hagas nada.",
  },
  storeEmail: {
    subject: (name) => `Confirma la dirección de contacto de una tienda en ${name}`,
    text: (name) =>
      `Esta dirección se ha indicado como dirección de contacto de una tienda en ${name}. Si la tienda es tuya, confirma que puede enviar aquí sus mensajes.`,
    store: "Tienda",
  },
  accountExists: {
    subject: (name) => `Ya tienes una cuenta en ${name}`,
    heading: "Ya tienes una cuenta",
    text: (name) =>
      `Alguien ha intentado abrir una cuenta en ${name} con esta dirección, que ya tiene una. Si has sido tú, inicia sesión o crea una contraseña nueva si la has olvidado.`,
    button: "Iniciar sesión",
    ignore: "Si no has sido tú, no hagas nada: tu cuenta sigue igual.",
  },
  resetPassword: {
    subject: (name) => `Crea una contraseña nueva para ${name}`,
    heading: "Crea una contraseña nueva",
    text: (name) =>
      `Alguien ha pedido una contraseña nueva para tu cuenta de ${name}. Si has sido tú, elígela aquí.`,
    button: "Elegir contraseña nueva",
    ignore: "Si no has sido tú, no hagas nada: tu contraseña sigue igual.",
  },
  passwordChanged: {
    subject: (name) => `Se ha cambiado tu contraseña de ${name}`,
    heading: "Se ha cambiado tu contraseña",
    text: (name) =>
      `Se ha cambiado la contraseña de tu cuenta de ${name}. Habrá que iniciar sesión de nuevo en todos los dispositivos.`,
    othersSignedOut: (name) =>
      `Se ha cambiado la contraseña de tu cuenta de ${name}. Habrá que iniciar sesión de nuevo en los demás dispositivos.`,
  },
  changeEmail: {
    subject: (name) => `Confirma tu nueva dirección de correo para ${name}`,
    heading: "Confirma tu nueva dirección de correo",
    text: (name) =>
      `Esta va a ser la dirección de correo de tu cuenta de ${name}. Confirma que es tuya y lo será.`,
    button: "Confirmar nueva dirección de correo",
    ignore: "Si no lo has pedido tú, no hagas nada: así nada cambia.",
  },
  emailChangeAsked: {
    subject: (name) => `Se ha pedido una nueva dirección de correo en ${name}`,
    heading: "Se ha pedido una nueva dirección de correo",
    text: (name) =>
      `Tu cuenta de ${name} va a tener otra dirección de correo. Cambiará cuando se confirme la nueva.`,
  },
  emailChanged: {
    subject: (name) => `Se ha cambiado tu dirección de correo en ${name}`,
    heading: "Se ha cambiado tu dirección de correo",
    text: (name) =>
      `Tu cuenta de ${name} tiene ahora otra dirección de correo. Este es el último correo a la antigua.`,
    notYou: "Si no has sido tú, ponte enseguida en contacto con la tienda.",
  },
  twoFactorOn: {
    subject: (name) => `Verificación en dos pasos activada en ${name}`,
    heading: "Verificación en dos pasos activada",
    text: (name) =>
      `A partir de ahora, para entrar en tu cuenta de ${name} hace falta también un código de tu aplicación. Guarda bien tus códigos de recuperación.`,
  },
  twoFactorOff: {
    subject: (name) => `Verificación en dos pasos desactivada en ${name}`,
    heading: "Verificación en dos pasos desactivada",
    text: (name) => `Tu cuenta de ${name} está ahora protegida solo por la contraseña.`,
  },
  newSignIn: {
    subject: (name) => `Nuevo inicio de sesión en ${name}`,
    heading: "Nuevo inicio de sesión",
    text: (name) => `Alguien ha iniciado sesión en tu cuenta de ${name}.`,
    time: "Hora",
    device: "Dispositivo",
  },
  invitation: {
    subject: (name) => `Únete al equipo de ${name}`,
    heading: (name) => `Únete al equipo de ${name}`,
    text: (inviter, name) => `${inviter} te invita a trabajar en ${name}.`,
    textWithoutName: (name) => `Te invitan a trabajar en ${name}.`,
    role: "Rol",
    button: "Aceptar la invitación",
    ignore: "Si no sabes de qué se trata, no hagas nada.",
    reason: (name) => `Recibes este correo porque alguien de ${name} introdujo esta dirección.`,
  },
};
