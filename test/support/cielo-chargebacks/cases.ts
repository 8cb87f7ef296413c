import { dayAt, plusDays } from "./days.ts"
import type { Case, Day, DisputedSale, IssuerDocument, Options, Process, Reason, Refusal, Step } from "./types.ts"

/** The actions of a life cycle. The last two are final. */
export const ACTIONS = {
  client: "Em análise com o Cliente",
  issuer: "Em análise com o Emissor",
  acquirer: "Em análise com Cielo",
  merchant: "A favor do Estabelecimento",
  lost: "A favor do Emissor",
} as const

/** `amount` is cents. `deadline` is the last day to answer. */
export type CaseAsked = {
  amount: number
  sale?: Partial<DisputedSale>
  reason?: Partial<Reason>
  process?: Process
  received?: Day
  deadline?: Day
  documents?: { name: string; bytes: Buffer }[]
}

type Treated = { refusal?: Refusal | null; day?: Day }

/** All disputes that Cielo knows. `now` is milliseconds. */
export function createCases(options: Pick<Options, "daysToTreat">, now: () => number) {
  const cases = new Map<number, Case>()
  let count = 0
  const today = () => dayAt(now())
  const tell = (one: Case, action: string, day = today()) => one.history.push({ action, actionDate: day })
  const found = (idCase: number): Case => {
    const one = cases.get(idCase)
    if (!one) throw new RangeError(`there is no case ${idCase}`)
    return one
  }
  const newStep = (process: Process, received: Day, deadline?: Day): Step => ({
    ...{ idChargeback: 70_000_000 + ++count, process, received, taken: "", replied: null, refusal: null },
    deadline: deadline ?? plusDays(received, options.daysToTreat),
  })
  const addDocument = (one: Case, { name, bytes }: { name: string; bytes: Buffer }): IssuerDocument => {
    const document = { idDocumento: 90_000_000 + ++count, nameFile: name, bytes, included: today() }
    one.documents.push(document)
    return document
  }

  const treat = (one: Case, step: Step, taken: Step["taken"], { refusal = null, day = today() }: Treated = {}): void => {
    Object.assign(step, { taken, refusal, replied: day })
    tell(one, taken === "ACATAR" ? ACTIONS.lost : ACTIONS.issuer, day)
  }
  return {
    /** All cases, oldest first. What was not answered in time is lost by now. */
    all(): Case[] {
      for (const one of cases.values())
        for (const step of one.steps)
          if (!step.taken && step.deadline < today()) treat(one, step, "ACATAR", { day: step.deadline })
      return [...cases.values()]
    },
    find: (idCase: number): Case | undefined => cases.get(idCase),
    /** The issuer disputes a sale: by default as fraud by Visa, to be answered within `daysToTreat` days. */
    open(asked: CaseAsked): Case {
      const received = asked.received ?? today()
      const one: Case = {
        idCase: 4_000_000 + ++count,
        sale: { ...SALE, day: plusDays(received, -20), ...asked.sale },
        amount: asked.amount,
        reason: { ...REASON, ...asked.reason },
        steps: [newStep(asked.process ?? "PRIMEIRO_CHARGEBACK", received, asked.deadline)],
        history: [{ action: ACTIONS.client, actionDate: received }],
        documents: [],
      }
      for (const document of asked.documents ?? []) addDocument(one, document)
      cases.set(one.idCase, one)
      return one
    },
    /** The merchant accepts or refuses a step: by the API, or in Cielo's portal. */
    treat,
    /** A case's last step, which is the one to answer. */
    lastStep: (idCase: number): Step => found(idCase).steps.at(-1) as Step,
    /** The issuer goes on after a refusal: a new step of the same case, with an idChargeback of its own. */
    goOn(idCase: number, process: Process, { deadline }: { deadline?: Day } = {}): Step {
      const one = found(idCase)
      const step = newStep(process, today(), deadline)
      one.steps.push(step)
      tell(one, ACTIONS.client)
      return step
    },
    /** Somebody decides a case for good, whether or not the merchant has answered. */
    decide(idCase: number, inFavourOf: "merchant" | "issuer"): void {
      const one = found(idCase)
      for (const step of one.steps) if (!step.taken) Object.assign(step, { taken: "ACATAR", replied: today() })
      tell(one, inFavourOf === "merchant" ? ACTIONS.merchant : ACTIONS.lost)
    },
    /** Cielo looks at a case itself. */
    examine: (idCase: number): void => void tell(found(idCase), ACTIONS.acquirer),
    /** The issuer adds a document to a case. */
    document: (idCase: number, document: { name: string; bytes: Buffer }) => addDocument(found(idCase), document),
    clear: () => cases.clear(),
  }
}
export type Cases = ReturnType<typeof createCases>

const SALE: DisputedSale = {
  ...{ establishment: "2000000001", brand: 1, day: "", tid: "", nsu: "000101", authorization: "A1B2C3" },
  ...{ arn: "24000006324000000000011", bin: "400000", lastFour: "2701" },
}

const REASON: Reason = {
  code: "104",
  description: "Outra fraude - cartão ausente",
  kind: 1,
  fraud: "Portador não reconhece a transação",
}
