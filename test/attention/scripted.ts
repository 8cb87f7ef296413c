// An acquirer that answers what the test wants, and that keeps nothing by itself.
import type { Acquirer, RefundOutcome, SaleOutcome } from "../../src/acquirers/acquirer.ts"
import { newId } from "../../src/base/ids.ts"

/** What the acquirer answers. `lost`: the call ends without an answer. `not found`: it has no such sale or refund. */
type Answers = {
  authorize: SaleOutcome | "lost" | Promise<SaleOutcome>
  lookUp: SaleOutcome | "lost" | "not found"
  refund: RefundOutcome | "lost"
  lookUpRefund: RefundOutcome | "lost" | "not found"
}

const NOTHING: Answers = { authorize: "lost", lookUp: "lost", refund: "lost", lookUpRefund: "lost" }

/** The answer that the acquirer took this amount, in cents. */
export function took(amount: number, currency = "brl"): SaleOutcome {
  return { result: "approved", charge: newId("ch"), currency, captured: amount, gone_back: 0, charged_back: 0 }
}

export function scriptedAcquirer(): { acquirer: Acquirer; answer(answers: Partial<Answers>): void } {
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
      authorize: async () => given(await answers.authorize),
      lookUp: () => given<SaleOutcome | undefined>(answers.lookUp),
      refund: () => given(answers.refund),
      lookUpRefund: () => given<RefundOutcome | undefined>(answers.lookUpRefund),
      holds: async () => ({ captured: 4990, gone_back: 0, charged_back: 0 }),
      verify: unsupported,
      createPix: unsupported,
      createBoleto: unsupported,
    },
  }
}
