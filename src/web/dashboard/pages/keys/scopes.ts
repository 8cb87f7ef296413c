import type { AccessScope } from "../../../../accounts/scopes.ts"
import type { Words } from "../../../shared/language.ts"

type Resource = { name: string; read?: string; write?: string }

/** The description of each scope that an operation of the API requires, by resource. */
const en = {
  tokens: { name: "Tokens", write: "create tokens of cards, PIX, boletos and wallets" },
  payment_intents: { name: "Payments", read: "list and retrieve payments", write: "create, confirm and cancel payments" },
  payment_methods: {
    name: "Saved cards",
    read: "list and retrieve saved cards",
    write: "save and update cards, and detach them",
  },
  refunds: { name: "Refunds", read: "list and retrieve refunds", write: "refund payments" },
  customers: { name: "Customers", read: "list and retrieve customers", write: "create and update customers" },
  payment_links: {
    name: "Payment links",
    read: "list and retrieve payment links",
    write: "create, close and open payment links",
  },
  products: { name: "Products", read: "list and retrieve products", write: "create and update products" },
  customer_subscriptions: {
    name: "Subscriptions",
    read: "list and retrieve subscriptions",
    write: "update, pause, resume and cancel subscriptions",
  },
  balance: { name: "Balance", read: "retrieve the balance" },
  events: { name: "Events", read: "list and retrieve events" },
  webhook_endpoints: {
    name: "Webhook endpoints",
    read: "list endpoints and their deliveries",
    write: "create and delete endpoints, rotate their secrets, replay deliveries",
  },
  merchant_origins: { name: "Origins", read: "list the origins of browsers", write: "add and remove origins" },
} satisfies Record<string, Resource>

type Texts = { [Name in keyof typeof en]: { [Member in keyof (typeof en)[Name]]: string } }

const pt: Texts = {
  tokens: { name: "Tokens", write: "criar tokens de cartão, PIX, boleto e carteiras" },
  payment_intents: { name: "Pagamentos", read: "listar e consultar pagamentos", write: "criar, confirmar e cancelar pagamentos" },
  payment_methods: {
    name: "Cartões salvos",
    read: "listar e consultar cartões salvos",
    write: "salvar, alterar e desvincular cartões",
  },
  refunds: { name: "Reembolsos", read: "listar e consultar reembolsos", write: "reembolsar pagamentos" },
  customers: { name: "Clientes", read: "listar e consultar clientes", write: "criar e atualizar clientes" },
  payment_links: {
    name: "Links de pagamento",
    read: "listar e consultar links de pagamento",
    write: "criar, fechar e reabrir links de pagamento",
  },
  products: { name: "Produtos", read: "listar e consultar produtos", write: "criar e atualizar produtos" },
  customer_subscriptions: {
    name: "Assinaturas",
    read: "listar e consultar assinaturas",
    write: "alterar, pausar, retomar e cancelar assinaturas",
  },
  balance: { name: "Saldo", read: "consultar o saldo" },
  events: { name: "Eventos", read: "listar e consultar eventos" },
  webhook_endpoints: {
    name: "Endpoints de webhook",
    read: "listar endpoints e as suas entregas",
    write: "criar e excluir endpoints, trocar os seus segredos, reenviar entregas",
  },
  merchant_origins: { name: "Origens", read: "listar as origens dos navegadores", write: "adicionar e remover origens" },
}

/** Returns the resources with their existing scopes and the descriptions of these. */
export function listScopes(
  texts: Texts,
): { name: string; scopes: { scope: AccessScope; access: "read" | "write"; allows: string }[] }[] {
  return Object.entries(texts as Record<string, Resource>).map(([resource, { name, ...allowed }]) => ({
    name,
    scopes: (["read", "write"] as const).flatMap((access) => {
      const allows = allowed[access]
      return allows ? [{ scope: `${resource}:${access}` as AccessScope, access, allows }] : []
    }),
  }))
}

export const SCOPE_WORDS: Words<Texts> = { en, pt }
