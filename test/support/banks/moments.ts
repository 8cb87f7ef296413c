// The moments of an attempt, a payout or a mail at which a test kills the service, and the acquirer that passes them.
import type { Acquirer } from "../../../src/acquirers/acquirer.ts"
import type { AttemptRow } from "../../../src/payments/attempts/table.ts"

/**
 * The steps of an attempt.
 * - `stored`: the attempt is stored, and nothing was sent.
 * - `sent`: the call is about to be made.
 * - `booked`: the bank has done it, and the response is on its way.
 * - `answered`: soon after the response.
 * - `settled`: its outcome is committed.
 * - `asked`: during or soon after a look-up.
 */
export const STEPS = ["stored", "sent", "booked", "answered", "settled", "asked"] as const
/** The kinds of attempts that change something at the bank. Charges are listed by payment method. */
export const KINDS = ["card", "challenge", "pix", "boleto", "renewal", "capture", "refund", "reversal", "verify", "void"] as const

/**
 * The steps of a payout.
 * - `made`: it is stored, with what it took.
 * - `sent`: the bank has it.
 * - `decided`: the bank has decided, and nothing of that is stored.
 * - `failed`: its failure is written, not committed, and it still has what it took.
 * - `given back`: its failure is committed.
 * - `paid`: so is its arrival.
 */
export const PAYOUT_STEPS = ["made", "sent", "decided", "failed", "given back", "paid"] as const

/**
 * The steps of a mail.
 * - `made`: what it says is stored, and the server has nothing.
 * - `handed over`: it is marked, and the server is about to get its content.
 * - `server answered`: the server has decided, and nothing of that is stored.
 * - `settled`: its outcome is committed.
 */
export const MAIL_STEPS = ["made", "handed over", "server answered", "settled"] as const

type Step = (typeof STEPS)[number]
type Kind = (typeof KINDS)[number]
type AttemptMoment = `${Kind}: ${Step}`
type PayoutMoment = `payout: ${(typeof PAYOUT_STEPS)[number]}`
type MailMoment = `mail: ${(typeof MAIL_STEPS)[number]}`
export type Moment = AttemptMoment | PayoutMoment | MailMoment

/** They are checkpoints of the service. */
const BY_NAME: readonly Moment[] = [
  ...PAYOUT_STEPS.map((step): PayoutMoment => `payout: ${step}`),
  ...MAIL_STEPS.map((step): MailMoment => `mail: ${step}`),
]

/** All moments. A verification and a void are never looked up: the first is dropped, the second repeated. */
export const MOMENTS: readonly Moment[] = [
  ...KINDS.flatMap((kind) =>
    STEPS.filter((step) => step !== "asked" || (kind !== "verify" && kind !== "void")).map(
      (step): AttemptMoment => `${kind}: ${step}`,
    ),
  ),
  ...BY_NAME,
]

/** Returns the moment of a checkpoint, or undefined if it is not a step of an attempt, a payout or a mail. */
export function momentOf(checkpoint: string, attempt: AttemptRow | undefined): Moment | undefined {
  const named = BY_NAME.find((moment) => moment === checkpoint)
  if (named) return named
  const step = STEPS.find((each) => checkpoint.endsWith(`: ${each}`))
  return attempt && attempt.kind !== "inquiry" && step ? `${kindOf(attempt)}: ${step}` : undefined
}

function kindOf({ kind, retry_until, challenge, type }: AttemptRow): Kind {
  if (kind === "inquiry") throw new Error(`no moments of the kind ${kind} are passed`)
  if (kind !== "charge") return kind
  if (retry_until !== null) return "renewal"
  return challenge === null ? type : "challenge"
}

type FindAttempt = (account: string, reference: string) => Promise<AttemptRow | undefined>

/** Passes the moments of calls and look-ups on their way to a bank. */
export function passingMoments(bank: Acquirer, find: FindAttempt, pass: (moment: Moment) => void): Acquirer {
  const kindBy = async ({ account, reference }: { account: string; reference: string }) =>
    kindOf((await find(account, reference))!)
  const call = async <T extends { result: string }>(kind: Kind | Promise<Kind>, make: () => Promise<T>): Promise<T> => {
    const sent = await kind
    const outcome = await make()
    if (outcome.result === "unavailable" || outcome.result === "unknown") return outcome
    pass(`${sent}: booked`)
    pass(`${sent}: answered`)
    return outcome
  }
  /** Once a sale is authorized, what is asked is whether it was captured. */
  const kindOfLookUp = async (account: string, reference: string) => {
    const sale = (await find(account, reference))!
    return sale.state === "authorized" ? "capture" : kindOf(sale)
  }
  const ask = async <T>(kind: Promise<Kind>, make: () => Promise<T>): Promise<T> => {
    const asked = await kind
    const found = await make()
    pass(`${asked}: asked`)
    return found
  }
  return {
    ...bank,
    authorize: (sale, signal) => call(kindBy(sale), () => bank.authorize(sale, signal)),
    createPix: (sale, signal) => call(kindBy(sale), () => bank.createPix(sale, signal)),
    createBoleto: (sale, signal) => call(kindBy(sale), () => bank.createBoleto(sale, signal)),
    verify: (account, card, signal) => call("verify", () => bank.verify(account, card, signal)),
    refund: (order, signal) => call(kindBy(order), () => bank.refund(order, signal)),
    voidPix: (pix, signal) => call("void", () => bank.voidPix!(pix, signal)),
    capture: (order, signal) => call("capture", () => bank.capture!(order, signal)),
    release: (charge, signal) => call("void", () => bank.release!(charge, signal)),
    finishChallenge: (account, reference, passed, signal) =>
      call(kindBy({ account, reference }), () => bank.finishChallenge!(account, reference, passed, signal)),
    lookUp: (account, reference, signal) => ask(kindOfLookUp(account, reference), () => bank.lookUp(account, reference, signal)),
    lookUpRefund: (order, signal) => ask(kindBy(order), () => bank.lookUpRefund(order, signal)),
  }
}
