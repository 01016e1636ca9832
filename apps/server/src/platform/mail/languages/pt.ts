import type { MailTexts } from "./en.ts";

export const portuguese: MailTexts = {
  unsubscribe: "Cancelar a subscrição",
  worksUntil: (time) => `A ligação é válida até: ${time}.`,
  worksFor: (span) => `A ligação é válida durante ${span}.`,
  reasonAccount: (name) => `Recebe este e-mail porque uma conta em ${name} usa este endereço.`,
  reasonEntered: (name) => `Recebe este e-mail porque este endereço foi indicado em ${name}.`,
  askedAtStore: (store, name) =>
    `O pedido foi feito na loja ${store}, que funciona em ${name}. Uma só conta serve em todas as lojas de ${name}.`,
  notYou: "Se não foi você, defina imediatamente uma nova palavra-passe.",
  newPassword: "Definir uma nova palavra-passe",
  order: {
    subject: (number, name) => `A sua encomenda ${number} em ${name}`,
    preview: (number, total) => `Encomenda ${number}, ${total}.`,
    heading: "Obrigado pela sua encomenda",
    text: (number) => `Recebemos a encomenda ${number} e o seu pagamento.`,
    subtotal: "Subtotal",
    discount: "Desconto",
    shipping: "Envio",
    free: "Grátis",
    tax: "Impostos",
    taxIncluded: "Impostos incluídos",
    reverseCharge: "IVA – autoliquidação",
    total: "Total",
    paidWith: "Pago com",
    invoiceAttached: "A fatura está em anexo.",
    delivery: "Entrega",
    pickup: "Levantamento",
    shippingAddress: "Endereço de entrega",
    returnItem: "Devolver um artigo",
    track: "Acompanhar a encomenda",
    open: "Ver a encomenda",
    reason: (name) =>
      `Recebe este e-mail porque fez uma encomenda em ${name} com este endereço. Responda se alguma coisa não estiver certa.`,
  },
  orderCanceled: {
    subject: (number, name) => `O seu pedido ${number} em ${name} foi cancelado`,
    heading: "O seu pedido foi cancelado",
    text: (number) => `O pedido ${number} foi cancelado. Nada dele será enviado.`,
    refund: "Reembolsamos o que você pagou. Você receberá um e-mail assim que estiver feito.",
  },
  orderChanged: {
    subject: (number, name) => `O seu pedido ${number} em ${name} foi alterado`,
    heading: "O seu pedido foi alterado",
    text: (number) => `O pedido ${number} foi alterado. Isto é o que ele contém agora.`,
    refund: (amount) =>
      `O pedido custa menos agora. Reembolsamos ${amount} pelo mesmo meio de pagamento.`,
    due: (amount) => `Faltam pagar ${amount}.`,
    before: (variant) => `Antes: ${variant}`,
    now: (variant) => `Agora: ${variant}`,
    undone: "O endereço de entrega ou o tamanho foi alterado e depois voltou ao que era.",
    formerAddress: "Endereço de entrega anterior",
    notYou: "Se não foi você que fez esta alteração, contacte-nos imediatamente.",
    pay: (amount) => `Pagar ${amount}`,
    open: {
      subject: (number, name, amount) =>
        `O seu pedido ${number} em ${name}: ${amount} pela alteração`,
      heading: "Pague a alteração do seu pedido",
      text: (number, amount, until) =>
        `Com esta alteração, o pedido ${number} custa mais ${amount}. Ele será alterado assim que você pagar. Se não pagar até ${until}, fica como está.`,
    },
  },
  orderRefunded: {
    subject: (number, name) => `Reembolso do seu pedido ${number} em ${name}`,
    heading: "O seu reembolso",
    text: (number, amount) => `Reembolsamos ${amount} do pedido ${number}.`,
    back: "O dinheiro volta pelo mesmo meio de pagamento.",
    days: (days) => `Leva ${days} dias úteis até aparecer.`,
    byHand: "Devolvemos o valor conforme combinado com você.",
    creditNoteAttached: "A nota de crédito está em anexo.",
    plusTax: (amount) => `mais ${amount} de impostos`,
    total: "Reembolsado",
  },
  testOrder: {
    mark: "Encomenda de teste",
    text: (number) =>
      `Esta é a encomenda de teste ${number}. Nada foi cobrado e nada será enviado.`,
  },
  shipped: {
    subject: (number, name) => `A sua encomenda ${number} de ${name} vai a caminho`,
    heading: "Vai a caminho",
    text: (number) => `Estes artigos da encomenda ${number} foram enviados.`,
    carrier: "Transportadora",
    trackingNumber: "Número de seguimento",
    track: "Seguir o envio",
    toCome: "Ainda por chegar",
    ready: {
      subject: (number, name) => `A sua encomenda ${number} de ${name} está pronta`,
      heading: "Pronta para levantar",
      text: (number) => `Já pode levantar estes artigos da encomenda ${number}.`,
    },
  },
  delivered: {
    subject: (number, name) => `A sua encomenda ${number} de ${name} foi entregue`,
    heading: "Chegou",
    text: (number) =>
      `Estes artigos da encomenda ${number} foram entregues. Responda a este e-mail se faltar alguma coisa ou algo estiver danificado.`,
  },
  paymentLink: {
    subject: (name) => `A sua encomenda em ${name}: verificar e pagar`,
    preview: (total) => `A sua encomenda está pronta para pagamento: ${total}.`,
    heading: "A sua encomenda está pronta",
    text: (name) =>
      `${name} preparou esta encomenda para si. Verifique-a e pague através da ligação abaixo.`,
    button: "Verificar e pagar",
    held: (time) => `Os artigos estão reservados para si até ${time}.`,
    reason: (name) =>
      `Recebe este e-mail porque ${name} preparou uma encomenda para este endereço. Responda se algo não estiver certo.`,
  },
  newsletter: {
    subject: (name) => `Confirme a sua subscrição em ${name}`,
    preview: (name) => `Só mais um passo e ${name} passa a escrever-lhe.`,
    heading: "Confirme a sua subscrição",
    text: (name) =>
      `Alguém pediu que as novidades de ${name} fossem enviadas para este endereço. Se foi você, confirme aqui.`,
    launchText: (name) =>
      `Alguém pediu que ${name} escrevesse para este endereço quando a nova coleção chegar. Se foi você, confirme aqui.`,
    button: "Confirmar subscrição",
    ignore: "Se não foi você, não faça nada: sem a ligação ninguém fica inscrito.",
  },
  subscribed: {
    subject: (name) => `A sua subscrição em ${name} está confirmada`,
    heading: "A sua subscrição está confirmada",
    text: (name) =>
      `Obrigado. A partir de agora ${name} escreve-lhe quando houver novidades, e pode cancelar a qualquer momento.`,
    button: (name) => `Visitar ${name}`,
    reason: (name) => `Recebe este e-mail porque se inscreveu em ${name}.`,
  },
  stockAsked: {
    subject: (product) => `Quer que avisemos quando ${product} voltar?`,
    heading: "Confirme o seu pedido",
    text: (product, name) =>
      `Alguém pediu a ${name} que escrevesse para este endereço quando ${product} voltar. Se foi você, confirme aqui.`,
    button: "Sim, avisem-me",
    ignore: "Se não foi você, não faça nada: sem a ligação não voltamos a escrever.",
  },
  stockConfirmed: {
    subject: (product) => `Avisamos quando ${product} voltar`,
    heading: "Está na lista",
    text: (product) => `Escrevemos uma única vez, assim que ${product} puder ser comprado de novo.`,
  },
  backInStock: {
    subject: (product) => `${product} voltou`,
    heading: "Está de volta",
    text: (product) =>
      `Pediu que o avisássemos: ${product} pode ser comprado de novo. Não podemos reservá-lo.`,
    button: "Ver",
    reason: (name) => `Recebe este único e-mail porque pediu a ${name} que avisasse.`,
  },
  lowStock: {
    subject: (name) => `Stock baixo em ${name}`,
    heading: "Stock baixo",
    text: "Estes artigos chegaram ao ponto de reposição.",
    left: (units) => `Restam: ${units}`,
    reorderPoint: (point) => `Ponto de reposição: ${point}`,
    reason: (name) => `Recebe este e-mail porque este é o endereço de ${name}.`,
  },
  orderDisputed: {
    subject: (number, name) => `Pagamento contestado: pedido ${number} em ${name}`,
    heading: "Um comprador contesta um pagamento",
    text: (number) =>
      `O pagamento do pedido ${number} está em disputa no provedor de pagamento. Responda no painel do provedor antes do prazo.`,
    notRefundable: "Até a disputa ser encerrada, este dinheiro não pode ser reembolsado aqui.",
    lostHeading: "Uma disputa foi perdida",
    lostText: (number) =>
      `A disputa sobre o pedido ${number} foi decidida a favor do comprador, que recebeu o dinheiro de volta. Não o reembolse novamente.`,
    amount: "Valor",
    cause: "Motivo",
    respondBy: "Responder até",
  },
  refundFailed: {
    subject: (number, name) => `Reembolso não efetuado: pedido ${number} em ${name}`,
    heading: "Um reembolso falhou",
    text: (number) =>
      `O provedor de pagamento não reembolsou o comprador do pedido ${number}. Por isso, a loja ainda tem este dinheiro. Tente o reembolso novamente ou devolva o dinheiro de outra forma.`,
  },
  primaryHostChanged: {
    subject: (name) => `O endereço principal de ${name} foi alterado`,
    heading: "O endereço principal foi alterado",
    text: (name) => `A partir de agora, os links e e-mails de ${name} levam a outro endereço.`,
    host: "Endereço principal",
  },
  contactAddressChanged: {
    subject: (name) => `O endereço de contacto de ${name} foi alterado`,
    heading: "O endereço de contacto foi alterado",
    text: (name) => `As mensagens para ${name} irão para outro endereço assim que for confirmado.`,
    address: "Novo endereço de contacto",
  },
  contact: {
    subject: (from, about) => `Mensagem de ${from}: ${about}`,
    heading: "Nova mensagem",
    text: (name) =>
      `Alguém escreveu a ${name} a partir do seu site. Responda a este e-mail para responder. Não verificámos se o endereço de e-mail pertence a essa pessoa.`,
    name: "Nome",
    email: "E-mail",
    about: "Assunto",
    message: "Mensagem",
    subjects: {
      Order: "Encomenda",
      Shipping: "Envio",
      "Returns and exchanges": "Devoluções e trocas",
      "Product question": "Pergunta sobre um produto",
      Press: "Imprensa",
      Other: "Outro",
    },
    returnOf: (number) => `Devolução da encomenda ${number}`,
    copy: {
      subject: (name) => `Cópia de uma mensagem para ${name}`,
      heading: "Cópia de uma mensagem",
      text: (name) => `Esta é uma cópia da mensagem enviada a ${name} a partir deste endereço.`,
      ignore: (name) =>
        `Se não foi você, ignore este e-mail: outra pessoa indicou este endereço no site de ${name}. A mensagem abaixo não é de ${name}.`,
    },
  },
  verifyEmail: {
    subject: (name) => `Confirme o seu endereço de e-mail para ${name}`,
    heading: "Confirme o seu endereço de e-mail",
    text: (name) =>
      `Foi criada uma conta em ${name} com este endereço de e-mail. Se foi você, confirme que é seu.`,
    button: "Confirmar endereço de e-mail",
    ignore: "Se não foi você, não faça nada.",
  },
  storeEmail: {
    subject: (name) => `Confirme o endereço de contacto de uma loja em ${name}`,
    text: (name) =>
      `Este endereço foi indicado como endereço de contacto de uma loja em ${name}. Se a loja for sua, confirme que ela pode enviar as mensagens para aqui.`,
    store: "Loja",
  },
  accountExists: {
    subject: (name) => `Já tem uma conta em ${name}`,
    heading: "Já tem uma conta",
    text: (name) =>
      `Alguém tentou abrir uma conta em ${name} com este endereço, que já tem uma. Se foi você, inicie sessão ou defina uma nova palavra-passe se se esqueceu da sua.`,
    button: "Iniciar sessão",
    ignore: "Se não foi você, não faça nada: a sua conta está como estava.",
  },
  resetPassword: {
    subject: (name) => `Defina uma nova palavra-passe para ${name}`,
    heading: "Defina uma nova palavra-passe",
    text: (name) =>
      `Alguém pediu uma nova palavra-passe para a sua conta em ${name}. Se foi você, escolha-a aqui.`,
    button: "Escolher nova palavra-passe",
    ignore: "Se não foi você, não faça nada: a sua palavra-passe continua a mesma.",
  },
  passwordChanged: {
    subject: (name) => `A sua palavra-passe de ${name} foi alterada`,
    heading: "A sua palavra-passe foi alterada",
    text: (name) =>
      `A palavra-passe da sua conta em ${name} foi alterada. É preciso iniciar sessão de novo em todos os dispositivos.`,
    othersSignedOut: (name) =>
      `A palavra-passe da sua conta em ${name} foi alterada. É preciso iniciar sessão de novo nos outros dispositivos.`,
  },
  changeEmail: {
    subject: (name) => `Confirme o seu novo endereço de e-mail para ${name}`,
    heading: "Confirme o seu novo endereço de e-mail",
    text: (name) =>
      `Este passará a ser o endereço de e-mail da sua conta em ${name}, assim que confirmar que é seu.`,
    button: "Confirmar novo endereço de e-mail",
    ignore: "Se não foi você que pediu, não faça nada: assim nada muda.",
  },
  emailChangeAsked: {
    subject: (name) => `Foi pedido um novo endereço de e-mail em ${name}`,
    heading: "Foi pedido um novo endereço de e-mail",
    text: (name) =>
      `A sua conta em ${name} vai ter outro endereço de e-mail. Muda quando o novo for confirmado.`,
  },
  emailChanged: {
    subject: (name) => `O seu endereço de e-mail em ${name} foi alterado`,
    heading: "O seu endereço de e-mail foi alterado",
    text: (name) =>
      `A sua conta em ${name} tem agora outro endereço de e-mail. Este é o último e-mail para o antigo.`,
    notYou: "Se não foi você, contacte imediatamente a loja.",
  },
  twoFactorOn: {
    subject: (name) => `Verificação em dois passos ativada em ${name}`,
    heading: "Verificação em dois passos ativada",
    text: (name) =>
      `A partir de agora, para entrar na sua conta em ${name} é preciso também um código da sua aplicação. Guarde bem os códigos de recuperação.`,
  },
  twoFactorOff: {
    subject: (name) => `Verificação em dois passos desativada em ${name}`,
    heading: "Verificação em dois passos desativada",
    text: (name) => `A sua conta em ${name} está agora protegida apenas pela palavra-passe.`,
  },
  newSignIn: {
    subject: (name) => `Novo início de sessão em ${name}`,
    heading: "Novo início de sessão",
    text: (name) => `Alguém iniciou sessão na sua conta em ${name}.`,
    time: "Hora",
    device: "Dispositivo",
  },
  invitation: {
    subject: (name) => `Junte-se à equipa de ${name}`,
    heading: (name) => `Junte-se à equipa de ${name}`,
    text: (inviter, name) => `${inviter} convida-o a colaborar na gestão de ${name}.`,
    textWithoutName: (name) => `Tem um convite para colaborar na gestão de ${name}.`,
    role: "Função",
    button: "Aceitar o convite",
    ignore: "Se não sabe do que se trata, não faça nada.",
    reason: (name) => `Recebe este e-mail porque alguém em ${name} indicou este endereço.`,
  },
};
