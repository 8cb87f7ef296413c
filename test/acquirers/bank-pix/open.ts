// The adapter of banks, as an account uses it.
import pino from "pino"
import type { Acquirer } from "../../../src/acquirers/acquirer.ts"
import { bankPixKind } from "../../../src/acquirers/bank-pix/bank-pix.ts"
import type { ProfileName } from "../../../src/acquirers/bank-pix/profiles.ts"
import type { Members } from "../../../src/acquirers/members.ts"
import type { PixSale, RefundOrder, SaleOutcome } from "../../../src/acquirers/sale.ts"
import { randomBase62 } from "../../../src/base/ids.ts"
import { readConfig } from "../../../src/config/config.ts"
import type { BankPix } from "../../bank-pix/bank-pix.ts"
import { PROFILES, type ProfileName as SimulatedName } from "../../bank-pix/profiles.ts"
import { testAuthority } from "../../support/network/https-sink.ts"

/** How the adapter calls each of the simulator's banks. */
export const SIMULATED = Object.fromEntries(
  Object.keys(PROFILES).map((name) => [name, name === "standard" ? "other" : name]),
) as Record<SimulatedName, ProfileName>

export const never = new AbortController().signal
export const ACCOUNT = "acct_1"

export type Opened = {
  acquirer: Acquirer
  /** The lines that it has logged. */
  lines: Record<string, unknown>[]
}

/** What an operator sets for a merchant of the simulated bank. */
export function membersFor(bank: BankPix, merchant = bank.merchants[0]!): Members {
  const simulated = Object.entries(PROFILES).find(([, profile]) => profile === bank.profile)?.[0] ?? "standard"
  const profile = SIMULATED[simulated as SimulatedName]
  return {
    ...{ profile, pix_key: merchant.key, client_id: merchant.client.id },
    ...(bank.profile.token.secret !== "none" && { client_secret: merchant.client.secret }),
    ...(bank.profile.query.length > 0 && { app_key: "ae4f7d9e0b1c2a3d" }),
    ...{ certificate: merchant.certificate.cert, key: merchant.certificate.key },
  }
}

/** The same, with the account to which the money of PIX Automático goes. */
export function mandateMembersFor(bank: BankPix, merchant = bank.merchants[0]!): Members {
  const { agencia: branch, conta: number, tipoConta: type } = merchant.account.number
  return { ...membersFor(bank, merchant), account: { branch, number, type } }
}

/** Where the simulated bank is. */
export function addressesOf({ urls }: BankPix) {
  return {
    ...{ bankPixUrl: urls.base, bankPixTokenUrl: urls.token.split("?")[0]! },
    ...{ bankPixMandatesUrl: urls.rec, bankPixMandateChargesUrl: urls.cobr },
  }
}

type Given = { members?: Members; renewed?: () => Promise<Members | undefined>; now?: () => number }

/** Opens the adapter for a merchant of the bank. Its clock is the bank's unless another one is given. */
export async function openBankPix(bank: BankPix, { members, renewed, now }: Given = {}): Promise<Opened> {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: undefined }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const kind = bankPixKind({ ca: [(await testAuthority()).cert], now: now ?? bank.clock.now, listGapMs: 0 })
  const credentials = {
    ...{ id: "cred_1", account: ACCOUNT, members: members ?? membersFor(bank) },
    renewed: renewed ?? (async () => undefined),
  }
  return { acquirer: kind.open(credentials, { ...readConfig({}), ...addressesOf(bank) }, log), lines }
}

export const PAYER = {
  name: "Maria José da Conceição",
  document: { type: "cpf" as const, number: "52998224725" },
  email: "maria@example.com",
  address: null,
}

export function pixSale(more: Partial<PixSale> = {}): PixSale {
  const payee = { name: "Loja do João" }
  const own = { reference: randomBase62(20), account: ACCOUNT, amount: 3700, currency: "brl", payer: PAYER }
  return { ...own, payee, lifetime_seconds: 3600, ...more }
}

export const txidOf = ({ reference }: Pick<PixSale, "reference">) => `vintem${reference}`

export function refundOf(charge: string, amount = 3700, more: Partial<RefundOrder> = {}): RefundOrder {
  return { reference: randomBase62(20), account: ACCOUNT, charge, type: "pix", amount, gone_back_before: 0, ...more }
}

export const chargeOf = (outcome: SaleOutcome | undefined) => (outcome as { charge: string }).charge
export const codeOf = (outcome: SaleOutcome | undefined) => (outcome as { action: { br_code: string } }).action.br_code
