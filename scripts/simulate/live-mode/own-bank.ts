// The bank at which merchants have their PIX, in a simulated world: its simulator, without sockets.
import { bankPix } from "../../../src/acquirers/bank-pix/bank-pix.ts"
import {
  findCurrentCredentials,
  notificationPath,
  notificationSecretOf,
  setCredentials,
} from "../../../src/acquirers/credentials.ts"
import type { Members } from "../../../src/acquirers/members.ts"
import { newAccount } from "../../../test/bank-pix/accounts.ts"
import { createBankPix } from "../../../test/bank-pix/bank-pix.ts"
import { PROFILES } from "../../../test/bank-pix/profiles.ts"
import type { OwnBank } from "../../live-mode/own-bank.ts"
import { settleReturns } from "../../live-mode/own-bank-payers.ts"
import { CERTIFICATE } from "../certificate.ts"
import type { Call } from "../http.ts"
import type { Machine } from "../machine.ts"
import type { Process } from "../process.ts"
import type { World } from "../world.ts"
import type { Callee } from "./line.ts"

export type SimulatedBank = {
  bank: OwnBank
  callee: Callee
  /** Gives the account of a merchant to the bank, the first, the second and so on. */
  join(world: World, process: Process, account: string, i: number): Promise<void>
  /** Ends what is under way, again and again. In a storm some of it fails. */
  keepSettling(): void
}

const ORIGIN = "https://bank.example"
const FINGERPRINT = "of the simulated certificate"
const SETTLES_EVERY_MS = 600_000
/** A process that has died has forgotten its token. */
const NOT_OF_THE_SENDER = /^a token was fetched for each call/
const IS_ORDER = /^(PUT|POST) .*\/(cob|cobr|rec)\b/
/** Why a bank may refuse an order that was right: somebody has ended the mandate or the charge meanwhile. */
const OVERTAKEN = /^(A recorrência não está APROVADA|A cobrança está)/

/** `tell` makes a call of a webhook once, and returns the status of its response. */
export function openSimulatedBank(machine: Machine, tell: (call: Call) => Promise<number | null>): SimulatedBank {
  const merchants = [newAccount(1), newAccount(2)]
  for (const { account, key } of merchants) {
    account.fingerprints.add(FINGERPRINT)
    account.keys.add(key.replace(/^.{8}/, "aaaaaaaa"))
  }
  const profile = PROFILES.standard
  const bank = createBankPix({
    ...{ profile, base: () => machine.now, accounts: merchants.map(({ account }) => account) },
    given: { refunds: machine.random.pick(["later", "at once"]) },
    post: (url, body) => tell({ method: "POST", path: new URL(url).pathname, body: JSON.parse(body), headers: {} }),
  })

  function accuse(): void {
    for (const wrong of [...bank.misuse(), ...bank.breaches])
      if (!NOT_OF_THE_SENDER.test(wrong)) machine.accuse(`the bank's contract does not allow it: ${wrong}`)
  }

  function accuseOrder(call: string, body: unknown): void {
    const { violacoes = [] } = (body ?? {}) as { violacoes?: { razao: string }[] }
    const wrong = IS_ORDER.test(call) ? violacoes.find(({ razao }) => !OVERTAKEN.test(razao)) : undefined
    if (wrong) machine.accuse(`the bank refuses an order: ${wrong.razao}`)
  }

  return {
    bank: { ...bank, merchants },
    callee: {
      name: "bank",
      isLate: true,
      answer: async ({ method, url, headers, text }, fault) => {
        if (fault?.startsWith("unseen")) bank.faults.next({ fault })
        const { status, body } = await bank.handle({ method, url, headers, text, fingerprint: FINGERPRINT }).run()
        accuse()
        accuseOrder(`${method} ${url.pathname}`, body)
        return body === undefined ? { status } : { status, body: body as object }
      },
    },
    join: async ({ database, machine }, { mode }, account, i) => {
      const { account: atBank, key } = merchants[i]!
      const now = Math.floor(machine.now / 1000)
      // Nobody has the certificate's key.
      const kind = { ...bankPix, checkMembers: () => {} }
      const chosen = { kind, members: membersOf(merchants[i]!), methods: ["pix"], funds: "platform" } as const
      await database.transaction((tx) => setCredentials(tx, { account, now, ring: mode.ring }, chosen))
      const row = (await findCurrentCredentials(database, account, "bank-pix"))!
      const secret = await notificationSecretOf(database, mode.ring, row)
      bank.tell(atBank, key, ORIGIN + notificationPath(row, secret))
    },
    keepSettling: () => {
      const settle = () => {
        settleReturns(bank, machine.random, { made: !machine.isStormy })
        machine.after(SETTLES_EVERY_MS, settle, machine.world)
      }
      settle()
    },
  }
}

function membersOf({ account, key }: ReturnType<typeof newAccount>): Members {
  const { client, number } = account
  const { base, token } = PROFILES.standard
  return {
    ...{ profile: "other", pix_key: key, client_id: client.id, client_secret: client.secret },
    ...{ certificate: CERTIFICATE, key: "simulated", base_url: ORIGIN + base, token_url: ORIGIN + token.path },
    account: { branch: number.agencia, number: number.conta, type: number.tipoConta },
  }
}
