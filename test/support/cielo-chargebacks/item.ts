// How a dispute is shown in a list.
import type { Moment } from "./bank.ts"
import { daysBetween } from "./days.ts"
import { BRANDS, type Case, type Options, type Step } from "./types.ts"

/** An item of the list of what is pending, or of what is done. */
export function itemOf({ options, today }: Pick<Moment, "options" | "today">, one: Case, step: Step): object {
  const pending = !step.taken
  const item = {
    idCase: id(one.idCase, options),
    idChargeback: id(step.idChargeback, options),
    establishmentNumber: id(one.sale.establishment, options),
    process: step.process,
    ...(pending
      ? { treatmentDeadline: date(step.deadline, options), remainingDaysToTreat: daysBetween(today, step.deadline) }
      : { actionTakenCode: step.taken }),
    lifecycle: pending ? {} : lifecycleOf(one, options).at(-1),
    transactionAmount: one.amount / 100,
    transactionDetails: transaction(one, options),
    chargebackDetails: chargeback(one, step, options),
  }
  return unused(item, options.unused) as object
}

/** A case's steps so far, oldest first. */
export function lifecycleOf({ history }: Case, options: Options): { action: string; actionDate: string }[] {
  return history.map(({ action, actionDate }) => ({ action: worded(action, options), actionDate: date(actionDate, options) }))
}

/** A number in answers. With `ids: "texts"` it is a text. */
export function id(value: number | string, { ids }: Pick<Options, "ids">): number | string {
  return ids === "numbers" ? Number(value) : String(value)
}

/** A day in answers. */
export function date(day: string, { dates }: Pick<Options, "dates">): string {
  return dates === "day" || day === "" ? day : `${day}T00:00:00.000-03:00`
}

function transaction({ sale }: Case, options: Options): object {
  return {
    transactionDate: date(sale.day, options),
    authorization: sale.authorization,
    cardAssociation: String(sale.brand),
    cardAssociationName: BRANDS[sale.brand],
    ...{ productCode: "40", productDescription: "CREDITO A VISTA" },
    ...{ issuerSenderCode: "", issuerSenderDescription: "" },
    truncatedCard: `${sale.bin}******${sale.lastFour}`,
    currency: "REAL",
    referenceNumber: sale.arn,
    nsu: sale.nsu,
    ...{ ro: "26112001", terminal: "0011112222" },
    tid: sale.tid,
    establishmentName: "LOJA VINTEM",
  }
}

function chargeback({ reason, documents }: Case, step: Step, options: Options): object {
  const replied = !step.taken
    ? {}
    : {
        reasonMessage: reason.description.slice(0, 100),
        replyDate: date(step.replied ?? "", options),
        rapidDisputeResolution: "false",
      }
  return {
    reasonCode: reason.code,
    reasonDescription: reason.description,
    tpReason: reason.kind,
    chargebackMessage: reason.fraud,
    receptionDate: date(step.received, options),
    ...replied,
    issuerDocument: documents.map(({ idDocumento, nameFile }) => ({ idDocumento: id(idDocumento, options), nameFile })),
  }
}

function worded(action: string, { wording }: Pick<Options, "wording">): string {
  return wording === "accents"
    ? action
    : action
        .normalize("NFD")
        .replace(/[\u0300-\u036f]/g, "")
        .toUpperCase()
}

function unused(value: unknown, how: Options["unused"]): unknown {
  if (how === "empty" || typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((one) => unused(one, how))
  const members = Object.entries(value).map(([name, member]) => [name, isEmpty(member) ? null : unused(member, how)] as const)
  return Object.fromEntries(how === "null" ? members : members.filter(([, member]) => member !== null))
}

function isEmpty(value: unknown): boolean {
  return value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0)
}
