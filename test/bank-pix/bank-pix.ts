import type { Certificate } from "mkcert"
import { type Account, fingerprintOf, openAccount, SCOPES } from "./accounts.ts"
import * as acts from "./acts.ts"
import { type Bank, DEFAULTS, hookKey, idOf, type Options } from "./bank.ts"
import { bankAuthority, clientCertificate } from "./certificates.ts"
import { createClock, dayAt } from "./clock.ts"
import { findContract } from "./contract/contract.ts"
import * as due from "./due/acts.ts"
import { createFaults, type Fault } from "./faults.ts"
import { type Desk, handlerOf } from "./http/handle.ts"
import { listen } from "./http/server.ts"
import { createLocations } from "./locations.ts"
import * as mandates from "./mandates/acts.ts"
import { createMisuse } from "./misuse.ts"
import type { OperationName } from "./operations.ts"
import { PROFILES, type Profile, type ProfileName } from "./profiles.ts"
import * as recurring from "./recurring/acts.ts"
import { catchUp } from "./recurring/progress.ts"
import { createShelf } from "./shelf.ts"
import { createTokens } from "./tokens.ts"
import { createDeliveries, createProbe } from "./webhooks/deliveries.ts"
import { createPost } from "./webhooks/post.ts"

/** `clock` is milliseconds. `accounts`: how many merchants have an account, one unless given. */
export type Start = Partial<Options> & { profile?: ProfileName | Profile; clock?: () => number; accounts?: number }

/** Starts a bank in this process, on loopback. README.md says what it does. */
export async function startBankPix({ profile: named = "standard", clock: base = Date.now, accounts = 1, ...given }: Start = {}) {
  const profile: Profile = typeof named === "string" ? PROFILES[named] : named
  const opened = await Promise.all(
    Array.from({ length: accounts }, (_, nth) =>
      openAccount(nth, { scopes: [...SCOPES].filter((one) => profile.due || !one.startsWith("cobv.")) }),
    ),
  )
  const { post, close: closePost } = createPost()
  const desk = deskOf({ profile, base, accounts: opened.map(({ account }) => account), given, post })
  const { bank, deliveries } = desk
  const { origin, close } = await listen({
    ...{ profile, handle: handlerOf(desk) },
    refused: (reason) => {
      if (/NO_PEER_CERT|NOT_RETURN_A_CERTIFICATE/.test(reason)) bank.misuse.report("a call came without a certificate")
    },
  })
  const merchants = opened.map(({ account, key, certificate }) => ({ account, key, certificate, client: account.client }))
  return {
    ...{ ...merchants[0]!, merchants, profile, options: bank.options },
    urls: {
      token: origin + profile.token.path + (profile.token.query ? `?${profile.token.query}` : ""),
      base: origin + profile.base,
      rec: origin + profile.automatic.rec,
      cobr: origin + profile.automatic.cobr,
    },
    /** What the merchant's listener of webhooks has to demand a certificate of, PEM. */
    webhookAuthority: (await bankAuthority()).cert,
    ...drivenBy(desk),
    /** Ends it. Throws if anybody did what no adapter should do, or if an answer of the simulator breaks the contract. */
    async close(): Promise<void> {
      await deliveries.settled()
      await Promise.all([close(), closePost()])
      const wrong = [...bank.misuse.list(), ...desk.breaches.map((breach) => `the simulator breaks the contract: ${breach}`)]
      if (wrong.length > 0) throw new Error(`The bank was misused:\n${[...new Set(wrong)].join("\n")}`)
    },
  }
}
export type BankPix = Awaited<ReturnType<typeof startBankPix>>

/** The same without a server: `handle` answers a request, and `post` calls webhooks. */
export function createBankPix(made: Made) {
  const desk = deskOf(made)
  const { bank, breaches } = desk
  return {
    ...drivenBy(desk),
    ...{ profile: made.profile, options: bank.options, breaches, handle: handlerOf(desk) },
    /** Sets the webhook of a key without a call. */
    tell({ cnpj }: Account, key: string, url: string): void {
      const created = bank.clock.now()
      for (const kind of ["pix", "rec", "cobr"] as const)
        bank.hooks.set(hookKey(kind, kind === "pix" ? idOf(cnpj, key) : cnpj), { cnpj, kind, key, url, created })
    },
  }
}

type Made = {
  profile: Profile
  base: () => number
  accounts: Account[]
  given: Partial<Options>
  post: ReturnType<typeof createPost>["post"]
}

/** All state of a bank, without a server. */
function deskOf({ profile, base, accounts, given, post }: Made) {
  const clock = createClock(base)
  const contract = findContract()
  const breaches: string[] = []
  const misuse = createMisuse()
  const report = (text: string): void => void breaches.push(text)
  const deliveries = createDeliveries(profile, { post, now: clock.now, contract, report })
  const bank: Bank = {
    ...{ profile, options: { ...DEFAULTS, ...given }, clock, misuse, accounts },
    ...{ mandates: createShelf(), mandateLocations: createShelf(), mandateRequests: createShelf() },
    ...{ due: createShelf(), recurring: createShelf(), purses: new Map() },
    ...{ charges: createShelf(), pix: createShelf(), hooks: new Map(), newLocation: createLocations(clock.now) },
    notify(key, item) {
      const hook = bank.hooks.get(key)
      if (hook) deliveries.notify(hook, item)
    },
    probe: createProbe(post, clock.now),
  }
  const desk: Desk = {
    ...{
      bank,
      contract,
      breaches,
      calls: [],
      faults: createFaults(),
      tokens: createTokens(profile, accounts, misuse),
    },
    shift: ({ keys }) => void acts.payKey(bank, [...keys][0]!, { amount: 1 }),
  }
  return { ...desk, deliveries }
}

/** What a test does to the bank. Each act comes after what the clock has brought. */
function drivenBy({ bank, faults, tokens, calls, deliveries }: ReturnType<typeof deskOf>) {
  const tick = (): void => {
    catchUp(bank)
    deliveries.retryDue()
  }
  const act =
    <A extends unknown[], R>(done: (bank: Bank, ...given: A) => R) =>
    (...given: A): R => {
      catchUp(bank)
      return done(bank, ...given)
    }
  return {
    clock: {
      now: bank.clock.now,
      /** The day in São Paulo. */
      today: () => dayAt(bank.clock.now()),
      /** Moves the clock to a time: ISO 8601, in São Paulo if it names no zone. */
      set(time: string): void {
        bank.clock.set(time)
        tick()
      },
      advance(ms: number): void {
        bank.clock.advance(ms)
        tick()
      },
      /** Does what has fallen due after a clock of the test's own has moved. Calls and acts do it as well. */
      tick,
    },
    pay: act(acts.pay),
    payKey: act(acts.payKey),
    payDue: act(due.payDue),
    returnByMed: act(acts.returnByMed),
    refundInApp: act(acts.refundInApp),
    settleRefund: act(acts.settleRefund),
    removeByPsp: act(acts.removeByPsp),
    agree: act(mandates.agree),
    payAndAgree: act(mandates.payAndAgree),
    decline: act(mandates.decline),
    rejectRequest: act(mandates.rejectRequest),
    cancelMandate: act(mandates.cancelMandate),
    payerHas: act(recurring.payerHas),
    schedule: act((on, txid: string) => recurring.schedule(on, txid)),
    refuseCharge: act((on, txid: string, codigo: string) => recurring.refuseCharge(on, txid, codigo)),
    failOperationally: act(recurring.failOperationally),
    cancelCharge: act(recurring.cancelCharge),
    /** The account is emptied, as a bank that sweeps it each day does. */
    sweep(account: Account): void {
      account.balance = 0
    },
    /** The bank drops the webhook of a key. */
    dropWebhook: ({ cnpj }: Account, key: string) => bank.hooks.delete(hookKey("pix", idOf(cnpj, key))),
    /** A further certificate of a merchant. It has expired if `days` is negative. */
    async newCertificate({ fingerprints }: Account, { days = 365 }: { days?: number } = {}): Promise<Certificate> {
      const certificate = await clientCertificate({ days })
      fingerprints.add(fingerprintOf(certificate.cert))
      return certificate
    },
    charge: act(acts.chargeOf),
    charges: act(({ charges }) => charges.all()),
    mandate: act(mandates.mandateNow),
    livingMandates: act(mandates.livingMandates),
    allMandates: act(({ mandates }) => mandates.all()),
    recurring: act(recurring.recurringNow),
    chargesUnder: act(recurring.chargesUnder),
    allRecurring: act(({ recurring }) => recurring.all()),
    ledger: act(acts.ledgerOf),
    /** All payments, with what has gone back of each. */
    payments: act(({ pix }) => pix.all()),
    faults: { next: (fault: Fault) => faults.next(fault), clear: faults.clear },
    /** Tokens live by real time: nobody waits for a test's clock there. This makes them older. */
    ageTokens: tokens.age,
    expireTokens: tokens.expire,
    webhooks: deliveries,
    /** All calls so far, or those of one operation. */
    calls: (operation?: OperationName) => calls.filter((one) => operation === undefined || one.operation === operation),
    /** What no adapter should do, and what was done. A test that does it on purpose allows it. */
    misuse: bank.misuse.list,
    allowMisuse: bank.misuse.allow,
    /** Which secrets of a bank's clients a text has, such as a log. Empty if it has none. */
    secretsIn: (text: string): string[] => [
      ...bank.accounts.filter(({ client }) => text.includes(client.secret)).map(({ client }) => `the secret of ${client.id}`),
      ...tokens
        .values()
        .filter((token) => text.includes(token))
        .map(() => "a token"),
      ...(text.includes("PRIVATE KEY") ? ["a private key"] : []),
    ],
  }
}
