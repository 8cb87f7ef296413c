// The adapter of Cielo, as an account uses it.
import pino from "pino"
import type { Acquirer } from "../../../src/acquirers/acquirer.ts"
import type { AcquirerAddresses } from "../../../src/acquirers/addresses.ts"
import type { MpiCredentials } from "../../../src/acquirers/authentication.ts"
import { cieloKind } from "../../../src/acquirers/cielo/cielo.ts"
import type { AcquirerKind } from "../../../src/acquirers/kind.ts"
import type { CardSale } from "../../../src/acquirers/sale.ts"
import { randomBase62 } from "../../../src/base/ids.ts"
import { readConfig } from "../../../src/config/config.ts"
import type { OpenCard } from "../../../src/vault/cards.ts"

export const MERCHANT_KEY = "K".repeat(40)

export type Opened = {
  acquirer: Acquirer
  /** The lines that it has logged. */
  lines: Record<string, unknown>[]
}

export const MPI: MpiCredentials = {
  client_id: "dba3a8db-fa54-40e0-8bab-7bfb9b6f2e2e",
  client_secret: "secret-of-the-mpi",
  establishment_code: "1006993069",
  merchant_name: "Loja São João",
  mcc: "5912",
}

/** Opens the adapter for an account. The hosts are one unless `query` is given. With `mpi`, it authenticates payers. */
export function openCielo(
  { url, queryUrl = url, merchant }: { url: string; queryUrl?: string; merchant?: { merchant_id: string; merchant_key: string } },
  {
    provider = null,
    kind = cieloKind(),
    mpi,
    addresses,
  }: { provider?: string | null; kind?: AcquirerKind; mpi?: MpiCredentials; addresses?: Partial<AcquirerAddresses> } = {},
): Opened {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: undefined }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const members = {
    ...(provider !== null && { boleto_provider: provider }),
    ...(mpi && { mpi }),
    ...(merchant ?? { merchant_id: "11111111-2222-4333-8444-555555555555", merchant_key: MERCHANT_KEY }),
  }
  const credentials = { id: "cred_1", account: "acct_1", members, renewed: async () => undefined }
  const places = { cieloApiUrl: url, cieloQueryUrl: queryUrl, cieloMpiUrl: url, ...addresses }
  const acquirer = kind.open(credentials, { ...readConfig({}), ...places }, log)
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
  return { number, cvc, brand, funding: "credit", exp_month: 7, exp_year: 2041, holder_name: "MARIA J CONCEICAO", ...more }
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
