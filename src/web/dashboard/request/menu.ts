import type { Role } from "../../../accounts/users/roles.ts"
import type { ModeName } from "../../../base/mode-name.ts"
import type { Words } from "../../shared/language.ts"

/** The entries of the menu, in groups and in order. Each name is the first part of its pages' paths. */
export const MENU_GROUPS = [
  ["home", "payments", "customers", "subscriptions", "products", "links", "balance", "disputes", "mails", "attention"],
  ["webhooks", "requests", "keys", "test-tools"],
  ["settings", "users", "audit"],
] as const

export type MenuEntry = (typeof MENU_GROUPS)[number][number]

/** Sections that only one mode has. */
export const MODE_OF_ENTRY: Partial<Record<MenuEntry, ModeName>> = { "test-tools": "test" }

/** Sections that only some users see. */
export const ROLE_FOR_ENTRY: Partial<Record<MenuEntry, Role>> = { users: "owner" }

export const MENU_NAMES: Words<Record<MenuEntry, string>> = {
  en: {
    home: "Home",
    payments: "Payments",
    customers: "Customers",
    subscriptions: "Subscriptions",
    products: "Products",
    links: "Payment links",
    balance: "Balance",
    disputes: "Disputes",
    mails: "Mails",
    attention: "Attention",
    webhooks: "Webhooks",
    requests: "Requests",
    keys: "API keys",
    "test-tools": "Test tools",
    settings: "Settings",
    users: "Users",
    audit: "Audit log",
  },
  pt: {
    home: "Início",
    payments: "Pagamentos",
    customers: "Clientes",
    subscriptions: "Assinaturas",
    products: "Produtos",
    links: "Links de pagamento",
    balance: "Saldo",
    disputes: "Contestações",
    mails: "E-mails",
    attention: "Pendências",
    webhooks: "Webhooks",
    requests: "Requisições",
    keys: "Chaves da API",
    "test-tools": "Ferramentas de teste",
    settings: "Configurações",
    users: "Usuários",
    audit: "Registro de auditoria",
  },
}

/** The key that opens a section when pressed after `g`. */
export const MENU_KEYS: Partial<Record<MenuEntry, string>> = {
  home: "h",
  payments: "p",
  customers: "c",
  subscriptions: "s",
  webhooks: "w",
  requests: "r",
}
