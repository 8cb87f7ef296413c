import { randomUUID } from "node:crypto"
import type { Cielo } from "./cielo.ts"
import { cardFor } from "./outcomes.ts"

// Well-formed requests for the tests of the simulator itself.

/** Sends requests as a merchant who does all right, unless `headers` say otherwise. */
export function callerOf({ url, queryUrl, merchant }: Cielo) {
  const right = { MerchantId: merchant.merchant_id, MerchantKey: merchant.merchant_key, "Content-Type": "application/json" }
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const base = method === "GET" ? queryUrl : url
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body)
    const response = await fetch(base + path, { method, headers: { ...right, ...headers }, body: text })
    const answer = await response.text()
    return { status: response.status, body: answer === "" ? undefined : JSON.parse(answer) }
  }
  return {
    call,
    sell: (body: unknown) => call("POST", "/1/sales", body),
    query: (paymentId: string) => call("GET", `/1/sales/${paymentId}`),
    ofOrder: (orderId: string) => call("GET", `/1/sales?merchantOrderId=${orderId}`),
    capture: (paymentId: string, amount?: number) =>
      call("PUT", `/1/sales/${paymentId}/capture${amount === undefined ? "" : `?amount=${amount}`}`),
    void: (paymentId: string, amount?: number) =>
      call("PUT", `/1/sales/${paymentId}/void${amount === undefined ? "" : `?amount=${amount}`}`),
  }
}

export const newOrderId = () => randomUUID().replaceAll("-", "").slice(0, 20)

export const CARD = {
  CardNumber: cardFor("Visa"),
  Holder: "ANA SOUZA",
  ExpirationDate: "12/2034",
  SecurityCode: "123",
  Brand: "Visa",
}

type Members = Record<string, unknown>

/** A card's sale. A member that is undefined is left out. */
export function cardSale({ card = {}, customer = {}, ...payment }: { card?: Members; customer?: Members } & Members = {}) {
  return {
    MerchantOrderId: newOrderId(),
    Customer: { Name: "Ana Souza", Identity: "12345678909", IdentityType: "CPF", Email: "ana@example.com", ...customer },
    Payment: {
      Type: "CreditCard",
      Amount: 15700,
      Currency: "BRL",
      Country: "BRA",
      Installments: 1,
      Interest: "ByMerchant",
      Capture: true,
      Authenticate: false,
      Recurrent: false,
      SoftDescriptor: "LOJADAANA",
      CreditCard: { ...CARD, ...card },
      ...payment,
    },
  }
}

/** A debit card's sale. It needs an authentication (mpi/samples.ts). */
export function debitSale({ card = {}, customer = {}, ...payment }: { card?: Members; customer?: Members } & Members = {}) {
  return {
    MerchantOrderId: newOrderId(),
    Customer: { Name: "Ana Souza", Identity: "12345678909", IdentityType: "CPF", Email: "ana@example.com", ...customer },
    Payment: { Type: "DebitCard", Amount: 15700, Authenticate: true, DebitCard: { ...CARD, ...card }, ...payment },
  }
}

/** The sale of a saved card while the payer is absent. */
export function recurrentSale({ card = {}, ...payment }: { card?: Members } & Members = {}) {
  const onFile = { SecurityCode: undefined, CardOnFile: { Usage: "Used", Reason: "Recurring" } }
  return cardSale({ Recurrent: true, card: { ...onFile, ...card }, ...payment })
}

export function pixSale({ customer = {}, ...payment }: { customer?: Members } & Members = {}) {
  return {
    MerchantOrderId: newOrderId(),
    Customer: { Name: "Ana Souza", Identity: "12345678909", IdentityType: "CPF", ...customer },
    Payment: { Type: "Pix", Provider: "Cielo2", Amount: 4990, QrCode: { Expiration: 3600 }, ...payment },
  }
}

const ADDRESS = {
  Street: "Rua das Flores",
  Number: "12",
  ZipCode: "01310100",
  District: "Centro",
  City: "São Paulo",
  State: "SP",
}

export function boletoSale({
  customer = {},
  address = {},
  ...payment
}: { customer?: Members; address?: Members } & Members = {}) {
  return {
    MerchantOrderId: newOrderId(),
    Customer: {
      Name: "Ana Souza",
      Identity: "12345678909",
      IdentityType: "CPF",
      Address: { ...ADDRESS, ...address },
      ...customer,
    },
    Payment: {
      Type: "Boleto",
      Provider: "Bradesco2",
      Amount: 12345,
      ExpirationDate: "2040-01-31",
      Instructions: "Do not pay after the due date.",
      ...payment,
    },
  }
}
