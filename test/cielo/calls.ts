import { type Bank, invalid, secondOf, settle } from "./bank.ts"
import { captureSale } from "./capture.ts"
import { outcomeOf } from "./outcomes.ts"
import { byToken, type Card, checkToken, checkZeroAuth } from "./rules/cards.ts"
import { sell, withoutCode } from "./sell.ts"
import type { Operation, Reply, Twist } from "./types.ts"
import { saleView } from "./views.ts"
import { voidSale } from "./void.ts"

/** A request to the bank. `body` is undefined where it has none. */
export type Call = { method: string; path: string; query: URLSearchParams; body: unknown; merchant: string }

type Route = {
  method: "GET" | "POST" | "PUT"
  path: RegExp
  /** The query parameters that the call may have. */
  parameters: string[]
  operation(call: Pick<Call, "query" | "body">): Operation
  run(bank: Bank, call: Call, id: string, twist: Twist): Reply
}

const SALE = "/1/sales/([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})"
const TYPES: Record<string, Operation> = { Pix: "pix", Boleto: "boleto" }

const ROUTES: readonly Route[] = [
  {
    method: "POST",
    path: /^\/1\/sales\/?$/,
    parameters: [],
    operation: ({ body }) => TYPES[(body as { Payment?: { Type?: string } } | undefined)?.Payment?.Type ?? ""] ?? "card",
    run: (bank, { merchant, body }, _, twist) => sell(bank, merchant, body, twist),
  },
  { method: "POST", path: /^\/1\/zeroauth\/?$/, parameters: [], operation: () => "zeroauth", run: zeroAuth },
  { method: "POST", path: /^\/1\/card\/?$/, parameters: [], operation: () => "token", run: saveCard },
  {
    method: "PUT",
    path: new RegExp(`^${SALE}/void$`),
    parameters: ["amount"],
    operation: () => "void",
    run: (bank, { merchant, query }, id, twist) => {
      const sale = bank.ledger.find(merchant, id)
      return sale ? voidSale(bank, sale, query.get("amount"), twist) : { status: 404 }
    },
  },
  {
    method: "PUT",
    path: new RegExp(`^${SALE}/capture$`),
    parameters: ["amount"],
    operation: () => "capture",
    run: (bank, { merchant, query }, id, twist) => {
      const sale = bank.ledger.find(merchant, id)
      return sale ? captureSale(bank, sale, query.get("amount"), twist) : { status: 404 }
    },
  },
  {
    method: "GET",
    path: new RegExp(`^${SALE}$`),
    parameters: [],
    operation: () => "query",
    run: (bank, { merchant }, id) => {
      const sale = bank.ledger.find(merchant, id)
      return sale && sale.visibleFrom <= bank.now() ? { status: 200, body: saleView(bank, settle(bank, sale)) } : { status: 404 }
    },
  },
  {
    method: "GET",
    path: /^\/1\/sales\/?$/,
    parameters: ["merchantOrderId"],
    operation: () => "query_order",
    run: queryOrder,
  },
]

/** The operation that a request asks for, and what does it. Undefined where the bank has no such path. */
export function routeOf({ method, path }: Pick<Call, "method" | "path">) {
  for (const route of ROUTES) {
    const match = route.method === method ? route.path.exec(path) : null
    if (match) return { ...route, id: match[1] ?? "" }
  }
  return undefined
}

function queryOrder({ ledger, options, now }: Bank, { merchant, query }: Call): Reply {
  const orderId = query.get("merchantOrderId")
  if (!orderId || !/^[A-Za-z0-9]{1,25}$/.test(orderId)) return invalid(["merchantOrderId must be 1 to 25 letters and digits"])
  const sales = ledger.ofOrder(merchant, orderId).filter(({ visibleFrom }) => visibleFrom <= now())
  if (sales.length === 0 && options.noSale === "404") return { status: 404 }
  const received = options.otherSpelling ? "ReceivedDate" : "ReceveidDate"
  const list = sales.map(({ paymentId, created }) => ({ PaymentId: paymentId, [received]: secondOf(created) }))
  return {
    status: 200,
    body: { ReasonCode: 0, ReasonMessage: "Successful", [options.older ? "Payment" : "Payments"]: list, AddedIn2031: true },
  }
}

function zeroAuth(bank: Bank, { merchant, body }: Call): Reply {
  const messages = checkZeroAuth(body)
  if (messages.length > 0) return invalid(messages)
  const asked = body as Card
  const card = byToken(asked) ? bank.ledger.findToken(merchant, asked.CardToken as string) : asked
  if (!card) return { status: 400, body: [{ Code: 126, Message: "CardToken is not known" }] }
  const { approved, savable, code, message } = outcomeOf({ ...card, Brand: asked.Brand }, new Date(bank.now()), bank.random)
  const valid = approved || savable === true
  return {
    status: 200,
    body: {
      Valid: valid,
      ReturnCode: valid ? "00" : code,
      ReturnMessage: valid ? "Transacao autorizada" : message,
      IssuerTransactionId: "580027442382078",
      AddedIn2031: true,
    },
  }
}

function saveCard(bank: Bank, { merchant, body }: Call): Reply {
  const messages = checkToken(body)
  if (messages.length > 0) return invalid(messages)
  const { CustomerName: _, ...card } = body as Card & { CustomerName: string }
  const token = bank.ledger.addToken(merchant, withoutCode(card))
  const href = `https://apiquerysandbox.cieloecommerce.cielo.com.br/1/card/${token}`
  return { status: 201, body: { CardToken: token, Links: { Method: "GET", Rel: "self", Href: href }, AddedIn2031: true } }
}
