// An acquirer that answers what the test wants, and that keeps nothing by itself.
import type { Acquirer } from "../../src/acquirers/acquirer.ts"
import type { Holdings, RefundOutcome, SaleOutcome } from "../../src/acquirers/sale.ts"
import { newId } from "../../src/base/ids.ts"

/** What the acquirer answers. `lost`: the call ends without an answer. `not found`: it has no such sale or refund. */
type Answers = {
  authorize: SaleOutcome | "lost" | Promise<SaleOutcome>
  lookUp: SaleOutcome | "lost" | "not found"
  refund: RefundOutcome | "lost"
  lookUpRefund: RefundOutcome | "lost" | "not found"
  holds: Holdings | "lost"
}

const NOTHING: Answers = {
  authorize: "lost",
  lookUp: "lost",
  refund: "lost",
  lookUpRefund: "lost",
  holds: { captured: 4990, gone_back: 0, charged_back: 0 },
}

/** The answer that the acquirer took this amount, in cents. */
export function took(amount: number, currency = "brl"): SaleOutcome {
  return { result: "approved", charge: newId("ch"), currency, captured: amount, gone_back: 0, charged_back: 0 }
}

export type Scripted = { acquirer: Acquirer; answer(answers: Partial<Answers>): void }

export function scriptedAcquirer(): Scripted {
  let answers = NOTHING
  const given = async <T>(answer: T | "lost" | "not found"): Promise<T> => {
    if (answer === "lost") throw new Error("the response was lost")
    return (answer === "not found" ? undefined : answer) as T
  }
  const unsupported = () => Promise.reject(new Error("the scripted acquirer does not support this"))
  return {
    answer: (wanted) => {
      answers = { ...NOTHING, ...wanted }
    },
    acquirer: {
      name: "scripted",
      currencies: { card: "all", pix: ["brl"], boleto: ["brl"] },
      boletoClearingDays: 0,
      maxPixSeconds: 86_400,
      authorize: async () => given(await answers.authorize),
      createPix: async () => given(await answers.authorize),
      lookUp: () => given<SaleOutcome | undefined>(answers.lookUp),
      refund: () => given(answers.refund),
      lookUpRefund: () => given<RefundOutcome | undefined>(answers.lookUpRefund),
      holds: () => given<Holdings>(answers.holds),
      verify: unsupported,
      createBoleto: async () => given(await answers.authorize),
    },
  }
}
