import type { Words } from "../../../shared/language.ts"

const en = {
  title: "Integrations",
  intro:
    "Marketing tools that are told once of each purchase: PURCHASE_APPROVED or PURCHASE_REFUSED, signed, with its UTM parameters. UTMify is told how each payment stands.",
  none: "No tool receives your purchases. Create an integration with the URL that the tool gives you, or connect UTMify.",
  noneForReaders: "No tool receives your purchases. An owner can create an integration.",
  url: "URL",
  kind: "Kind",
  kinds: { envelope: "Envelope", utmify: "UTMify" },
  platform: "Name of the shop",
  id: "Id",
  state: "State",
  created: "Created",
  active: "Active",
  inactive: "Inactive",
  create: "Create an integration",
  createText:
    "From now on, each purchase of this account and mode is sent to this URL. The signing secret is shown once, on the next page.",
  hint: "An https URL at a public address, without a user name or a password.",
  made: "Your new integration",
  copyNow: "Copy the signing secret now. It is not shown again. The tool checks with it that a message is from you.",
  done: "Back to the integrations",
  utmify: "Connect UTMify",
  utmifyText:
    "From now on, UTMify is told how each payment of this account and mode stands: that a PIX or a boleto waits, that it is paid or refused, and that its money went back in whole or was disputed.",
  token: "Token of UTMify",
  tokenHint: "UTMify makes it under its integrations by API. It is sealed and never shown again.",
  platformHint: "How UTMify names your shop: letters and digits that begin with a capital letter, such as MinhaLoja.",
  connected: (id: string) => `UTMify is connected, as ${id}.`,
  told: "What it was told",
  nothingTold: "It has been told of nothing yet.",
  nothingFits: "None.",
  payment: "Payment",
  message: "Message",
  refusedText:
    "A refusal is final: its page shows what UTMify answered. If the token is wrong, deactivate this integration and connect UTMify again.",
  canceledText: "Canceled: a newer state of the payment took its place, or the payment was older than UTMify takes it.",
  statuses: {
    waiting_payment: "waits for payment",
    paid: "paid",
    refused: "refused",
    refunded: "refunded",
    chargedback: "disputed",
  } as { readonly [status: string]: string },
  deactivate: "Deactivate",
  deactivateTitle: "Deactivate an integration",
  deactivateText: (url: string) =>
    `${url} gets no more purchases, and deliveries to it that still wait are canceled. An integration cannot be made active again. Create a new one instead.`,
  deactivateButton: "Deactivate the integration",
  deactivated: (id: string) => `The integration ${id} is deactivated.`,
}

const pt: typeof en = {
  title: "Integrações",
  intro:
    "Ferramentas de marketing avisadas uma vez de cada compra: PURCHASE_APPROVED ou PURCHASE_REFUSED, com assinatura e com os parâmetros UTM. A UTMify é avisada da situação de cada pagamento.",
  none: "Nenhuma ferramenta recebe as suas compras. Crie uma integração com a URL que a ferramenta informa, ou conecte a UTMify.",
  noneForReaders: "Nenhuma ferramenta recebe as suas compras. Um proprietário pode criar uma integração.",
  url: "URL",
  kind: "Tipo",
  kinds: { envelope: "Envelope", utmify: "UTMify" },
  platform: "Nome da loja",
  id: "Id",
  state: "Situação",
  created: "Criada",
  active: "Ativa",
  inactive: "Inativa",
  create: "Criar integração",
  createText:
    "A partir de agora, cada compra desta conta e deste modo é enviada a esta URL. O segredo da assinatura é mostrado uma única vez, na próxima página.",
  hint: "Uma URL https em um endereço público, sem usuário nem senha.",
  made: "Sua nova integração",
  copyNow:
    "Copie o segredo da assinatura agora. Ele não será mostrado de novo. Com ele a ferramenta confere que uma mensagem é sua.",
  done: "Voltar às integrações",
  utmify: "Conectar a UTMify",
  utmifyText:
    "A partir de agora, a UTMify é avisada da situação de cada pagamento desta conta e deste modo: que um PIX ou um boleto aguarda, que foi pago ou recusado, e que o dinheiro voltou por inteiro ou foi contestado.",
  token: "Token da UTMify",
  tokenHint: "A UTMify cria o token nas integrações por API. Ele é guardado cifrado e não é mostrado de novo.",
  platformHint: "Como a UTMify chama a sua loja: letras e dígitos que começam com maiúscula, como MinhaLoja.",
  connected: (id: string) => `A UTMify está conectada, como ${id}.`,
  told: "O que ela recebeu",
  nothingTold: "Ainda não recebeu nada.",
  nothingFits: "Nenhuma.",
  payment: "Pagamento",
  message: "Mensagem",
  refusedText:
    "Uma recusa é definitiva: a página dela mostra o que a UTMify respondeu. Se o token estiver errado, desative esta integração e conecte a UTMify de novo.",
  canceledText:
    "Cancelada: uma situação mais nova do pagamento tomou o lugar dela, ou o pagamento era mais antigo do que a UTMify aceita.",
  statuses: {
    waiting_payment: "aguarda pagamento",
    paid: "pago",
    refused: "recusado",
    refunded: "reembolsado",
    chargedback: "contestado",
  },
  deactivate: "Desativar",
  deactivateTitle: "Desativar integração",
  deactivateText: (url: string) =>
    `${url} não recebe mais compras, e as entregas que ainda esperam são canceladas. Uma integração não pode ser reativada. Crie outra em vez disso.`,
  deactivateButton: "Desativar a integração",
  deactivated: (id: string) => `A integração ${id} foi desativada.`,
}

export const INTEGRATION_WORDS: Words<typeof en> = { en, pt }
