// A server without a scheduler whose acquirer is the simulator of Adyen. All follow one clock, which a test moves.
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import pino from "pino"
import type { Acquirer } from "../../../src/acquirers/acquirer.ts"
import { adyenKind } from "../../../src/acquirers/adyen/adyen.ts"
import type { Members } from "../../../src/acquirers/members.ts"
import { noticesOf } from "../../../src/acquirers/notices.ts"
import { listAttention } from "../../../src/attention/list.ts"
import { readConfig } from "../../../src/config/config.ts"
import { callAcquirers } from "../../../src/payments/call-acquirers.ts"
import { receiveNotices } from "../../../src/payments/notices.ts"
import { type Adyen, type Start, startAdyen } from "../../adyen/adyen.ts"
import { type Environment, type Running, startVintem } from "../../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../../support/databases/databases.ts"
import { statement } from "../../support/databases/statement.ts"
import { type Merchant, newMerchant } from "../../support/merchants/merchant.ts"
import { mayFail, perform, recoverAttempts } from "../../support/merchants/rails.ts"

type Attempt = { id: string; kind: string; state: string; charge: string | null; reference: string; outcome: string | null }

const attemptsOf = statement<Attempt, "account">((k, p) =>
  k("attempts").where({ account: p.account }).orderBy("created").orderBy("id"),
)

type Sealed = { step: string; sealed_secret: string | null; sealed_proof: string | null }
const sealedOf = statement<Sealed, "account">((k, p) =>
  k("authentications").where({ account: p.account }).select("step", "sealed_secret", "sealed_proof"),
)

/** What an operator sets for a merchant of the simulator. */
export function membersFor({ merchant }: Adyen): Members {
  const { account: merchant_account, apiKey: api_key, hmacKey: hmac_keys } = merchant
  return { environment: "test", merchant_account, api_key, hmac_keys }
}

export type AtAdyen = {
  adyen: Adyen
  vintem: Running
  /** The same database in another process. */
  other: Running
  merchant: Merchant
  acquirer: Acquirer
  lines: Record<string, unknown>[]
  databases: Databases
  /** The step at which the first process dies. */
  dies: { at?: string | undefined }
  /** Waits until what Adyen tells has arrived. */
  told(): Promise<void>
  /** Does what is due so many seconds after the start of the test. */
  poll(later: number): Promise<unknown>
  pollInVain(later: number): Promise<unknown>
  recover(process?: Running): Promise<unknown>
  attempts(): Promise<Attempt[]>
  /** The kinds of what waits for a person. */
  attention(): Promise<string[]>
  /** What is kept of the payers who were to be authenticated. */
  sealed(): Promise<Sealed[]>
}

/** Call it in a `describe`. Each test has a merchant of its own. `pages`: with the pages on which payers are authenticated, which live mode has. */
export function withAdyen(start: Start = {}, { pages = false } = {}): AtAdyen {
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead * 1000 }
  const on = { dies: {}, lines: [] as Record<string, unknown>[] } as AtAdyen
  const kind = adyenKind({ now: clock.now })
  const log = pino({ base: undefined }, { write: (line: string) => void on.lines.push(JSON.parse(line)) })
  const opened = new Map<string, Acquirer>()
  let databases: Databases
  let hook: Server
  const test = (process: Running = on.vintem) => process.server.modes.test
  const acquirerFor = (account: string): Acquirer => {
    const notices = noticesOf(test().database, { account, acquirer: "adyen" })
    const credentials = { id: "cred_1", account, members: membersFor(on.adyen), renewed: async () => undefined }
    const addresses = { ...readConfig({}), adyenCheckoutUrl: on.adyen.urls.checkout }
    const acquirer = opened.get(account) ?? kind.open(credentials, addresses, log, notices)
    opened.set(account, acquirer)
    return acquirer
  }
  before(async () => {
    databases = await freshDatabases({ live: pages })
    on.adyen = await startAdyen({ clock: clock.now, testCvc: false, ...start })
    const checkpoint = (step: string) => {
      if (step === on.dies.at) throw new Error(`the process dies at: ${step}`)
    }
    const options = { role: "api", databases, clock, acquirerOf: acquirerFor } as const
    on.vintem = await startVintem({}, { ...options, checkpoint })
    // Payers come back to the pages of the first one.
    const origins: Environment = pages ? { THREEDS_ORIGIN: on.vintem.server.threedsOrigin! } : {}
    on.other = await startVintem(origins, options)
    on.databases = databases
    hook = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const account = request.url!.slice(1)
      const read = await kind.signed!.read(JSON.parse(Buffer.concat(chunks).toString()), async () => membersFor(on.adyen))
      const isDone = await receiveNotices(test(), { account, acquirer: "adyen" }, kind.signed!, read!.notices).then(
        () => true,
        () => false,
      )
      response.writeHead(isDone && read!.refused === 0 ? 200 : 500).end("[accepted]")
    })
    await once(hook.listen(0, "127.0.0.1"), "listening")
  })
  beforeEach(async () => {
    on.merchant = await newMerchant(on.vintem)
    on.acquirer = acquirerFor(on.merchant.account)
    const { port } = hook.address() as AddressInfo
    await on.adyen.control.setWebhook({ url: `http://127.0.0.1:${port}/${on.merchant.account}` })
  })
  afterEach(async () => {
    on.dies.at = undefined
    await on.adyen.control.setFaults()
    await on.adyen.control.setOptions({ threeDSecure: "challenge" })
    await on.adyen.control.release()
    await on.adyen.control.settled()
    clock.ahead = 0
  })
  after(async () => {
    await on.other.close()
    await on.vintem.close()
    for (const acquirer of opened.values()) await acquirer.close!()
    hook.closeAllConnections()
    hook.close()
    await databases.remove()
    // Throws after what no adapter should do, and after a request that Adyen's files do not allow.
    await on.adyen.close()
  })
  const poll = async (later: number) => {
    clock.ahead = later
    return perform(on.vintem, callAcquirers, on.merchant.account)
  }
  return Object.assign(on, {
    poll,
    told: () => on.adyen.control.settled().then(() => undefined),
    pollInVain: (later) => mayFail(poll(later)),
    recover: (process = on.vintem) => recoverAttempts(process, on.merchant.account),
    attention: async () => {
      const { items } = await listAttention(test(), { account: on.merchant.account })
      return items.map(({ kind }) => kind)
    },
    sealed: () => test().database.all(sealedOf, { account: on.merchant.account }),
    attempts: () => test().database.all(attemptsOf, { account: on.merchant.account }),
  } satisfies Partial<AtAdyen>)
}
