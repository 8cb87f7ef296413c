import type { Dispatcher } from "undici"
import { must } from "../../base/must.ts"
import type { Acquirer } from "../acquirer.ts"
import type { AcquirerKind } from "../kind.ts"
import type { SaleOutcome } from "../sale.ts"
import { sharedPools } from "../wire/shared.ts"
import { check } from "./check.ts"
import { ADYEN_MEMBERS, checkMembers } from "./credentials.ts"
import { type Account, openAccount } from "./exchange.ts"
import { capture, holds, lookUpCapture, lookUpRefund, refund, release } from "./modifications.ts"
import { adyenNotifications } from "./notifications.ts"
import { finishRedirect } from "./redirects.ts"
import { BRANDS } from "./requests.ts"
import { authorize, lookUp, repeat, verify } from "./sales.ts"

/** Adyen captures by itself after 28 days what was not released. */
const CAPTURE_DAYS = 21

/** `ca`: trusted root certificates as PEM. `now`: the clock, in Unix milliseconds. `connections`: for a simulated network. */
type Options = { ca?: string[]; now?: () => number; connections?: Dispatcher }

/** Cards by Adyen's Checkout API v72. docs/acquirers.md lists what it supports. All accounts share the connections. */
export function adyenKind({ now, ...options }: Options = {}): AcquirerKind {
  const share = sharedPools(options)
  return {
    name: "adyen",
    methods: ["card"],
    members: ADYEN_MEMBERS,
    merchant: "merchant_account",
    checkMembers,
    open: (credentials, addresses, log, notices) => {
      const { pools, close } = share()
      const given = { credentials, addresses, log, notices: must(notices, "notices"), ...(now && { now }) }
      const account = openAccount(pools, given)
      return { ...acquirerFor(account), close }
    },
    readNotifications: () => undefined,
    signed: adyenNotifications,
  }
}

export const adyen: AcquirerKind = adyenKind()

function acquirerFor(account: Account): Acquirer {
  return {
    name: "adyen",
    credentials: account.id,
    currencies: { card: ["brl", "usd", "eur"], pix: [], boleto: [] },
    brands: BRANDS,
    boletoClearingDays: 0,
    maxPixSeconds: 0,
    hasRefundReferences: true,
    captureDays: CAPTURE_DAYS,
    authorize: (sale, signal) => authorize(account, sale, signal),
    repeat: (sale, signal) => repeat(account, sale, signal),
    lookUp: (_account, reference) => lookUp(account, reference),
    finishRedirect: (back, signal) => finishRedirect(account, back, signal),
    verify: (_account, card, signal) => verify(account, card, signal),
    capture: (order, signal) => capture(account, order, signal),
    lookUpCapture: (order, signal) => lookUpCapture(account, order, signal),
    release: (charge, signal) => release(account, charge, signal),
    refund: (order, signal) => refund(account, order, signal),
    lookUpRefund: (order, signal) => lookUpRefund(account, order, signal),
    holds: ({ charge }) => holds(account, charge),
    createPix: async () => NOT_TAKEN,
    createBoleto: async () => NOT_TAKEN,
    check: (signal) => check(account, signal),
  }
}

const NOT_TAKEN: SaleOutcome = {
  result: "refused",
  charge: null,
  code: "processing_error",
  message: "The acquirer takes cards only.",
}
