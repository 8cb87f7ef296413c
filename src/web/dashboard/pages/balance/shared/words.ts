import type { Funds } from "../../../../../ledger/parts/kinds.ts"
import type { Words } from "../../../../shared/language.ts"

const funds: Record<Funds, string> = { platform: "Paid out by the platform", acquirer: "Paid out by the acquirer" }

const en = {
  balance: "Balance",
  transactions: "Transactions",
  payouts: "Payouts",
  statements: "Statements",
  terms: "Terms",
  currency: "Currency",
  funds,
  fundsShort: { platform: "Platform", acquirer: "Acquirer" },
  fundsName: "Who pays it out",
}

const pt: typeof en = {
  balance: "Saldo",
  transactions: "Movimentações",
  payouts: "Repasses",
  statements: "Extratos",
  terms: "Taxas e prazos",
  currency: "Moeda",
  funds: { platform: "Repassado pela plataforma", acquirer: "Pago pela adquirente" },
  fundsShort: { platform: "Plataforma", acquirer: "Adquirente" },
  fundsName: "Quem paga",
}

export const MONEY_WORDS: Words<typeof en> = { en, pt }
