// The adapter of Cielo, as an account uses it.
import pino from "pino"
import type { Acquirer, AcquirerKind, CardSale } from "../../../src/acquirers/acquirer.ts"
import { cieloKind } from "../../../src/acquirers/cielo/cielo.ts"
import { randomBase62 } from "../../../src/base/ids.ts"
import type { OpenCard } from "../../../src/vault/cards.ts"

export const MERCHANT_KEY = "K".repeat(40)

export type Opened = {
  acquirer: Acquirer
  /** The lines that it has logged. */
  lines: Record<string, unknown>[]
}

/** Opens the adapter for an account. The hosts are one unless `query` is given. */
export function openCielo(
  { url, queryUrl = url, merchant }: { url: string; queryUrl?: string; merchant?: { merchant_id: string; merchant_key: string } },
  { provider = null, kind = cieloKind() }: { provider?: string | null; kind?: AcquirerKind } = {},
): Opened {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: undefined }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const credentials = {
    id: "cred_1",
    account: "acct_1",
    boleto_provider: provider,
    renewedKey: async () => undefined,
    ...(merchant ?? { merchant_id: "11111111-2222-4333-8444-555555555555", merchant_key: MERCHANT_KEY }),
  }
  const acquirer = kind.open(credentials, { cieloApiUrl: url, cieloQueryUrl: queryUrl, cieloCaptureDays: 7 }, log)
  return { acquirer, lines }
}

export const PAYER = {
  name: "Maria José da Conceição",
  document: { type: "cpf" as const, number: "52998224725" },
  email: "maria@example.com",
  address: {
    line1: "Rua São João",
    number: null,
    line2: "Apto. 42",
    district: null,
    city: "São José do Rio Preto",
    state: "SP",
    postal_code: "15010100",
    country: "BR",
  },
}

export function cardOf(number: string, brand = "visa", more: Partial<OpenCard> = {}): OpenCard {
  const cvc = brand === "amex" ? "7395" : "739"
  return { number, cvc, brand, exp_month: 7, exp_year: 2041, holder_name: "MARIA J CONCEICAO", ...more }
}

export function cardSale(card: OpenCard, more: Partial<CardSale> = {}): CardSale {
  return {
    reference: randomBase62(20),
    account: "acct_1",
    amount: 4990,
    currency: "brl",
    payer: PAYER,
    statement_descriptor: "Loja do João",
    three_d_secure: "automatic",
    card_on_file: null,
    installments: 1,
    capture_later: false,
    card,
    ...more,
  }
}
