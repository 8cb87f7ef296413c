// Which charge a line of a statement is about.
import { isBlankNumber } from "../reading/keys.ts"
import type { Charge } from "./charge.ts"
import { type Names, plain } from "./sales.ts"

/** How much of an order a statement shows. */
export const ORDER_LENGTH = 20

/** What lines are joined by, the strongest first. */
export type JoinedBy = "tid" | "end_to_end_id" | "order" | "txid" | "received_code" | "nsu"
export const STRENGTH: readonly JoinedBy[] = ["tid", "end_to_end_id", "order", "txid", "received_code", "nsu"]

export type Joined = { charge: Charge; by: JoinedBy }

/**
 * Finds the charge of a line. Two candidates are none: money is not guessed. A charge that has another TID, Pix or order than the line is no candidate.
 * `received` has the charges that earlier lines were matched to, by the received code of their sale.
 */
export function newJoin(
  charges: readonly Charge[],
  received: ReadonlyMap<string, string> = new Map(),
): (names: Names) => Joined | undefined {
  const known = new Map<string, Charge[]>()
  const put = (by: JoinedBy, name: string | null, charge: Charge) => {
    if (name === null || isBlankNumber(name)) return
    const key = `${by} ${name}`
    const others = known.get(key) ?? []
    if (!others.includes(charge)) known.set(key, [...others, charge])
  }
  const byId = new Map(charges.map((charge) => [charge.id, charge]))
  for (const charge of charges) {
    put("tid", charge.tid, charge)
    put("end_to_end_id", charge.end_to_end_id, charge)
    put("txid", charge.txid, charge)
    for (const order of charge.orders) put("order", shown(order), charge)
    put("nsu", nsuOf(charge), charge)
  }
  for (const [code, id] of received) {
    const charge = byId.get(id)
    if (charge) put("received_code", plain(code), charge)
  }
  return (names) => {
    for (const by of STRENGTH) {
      const name = nameOf(names, by)
      if (name === null || isBlankNumber(name)) continue
      const found = (known.get(`${by} ${name}`) ?? []).filter((charge) => fits(charge, names, by))
      const [charge] = found
      if (charge) return found.length === 1 ? { charge, by } : undefined
    }
    return undefined
  }
}

function nameOf(names: Names, by: JoinedBy): string | null {
  if (by === "nsu") return nsuOf(names)
  return by === "received_code" ? plain(names.received_code) : names[by]
}

/** NSU and authorization code together. Each alone repeats. */
function nsuOf({ nsu, authorization_code }: { nsu: string | null; authorization_code: string | null }): string | null {
  if (isBlankNumber(nsu ?? "") || isBlankNumber(authorization_code ?? "")) return null
  return `${plain(nsu ?? "")} ${authorization_code?.trim().toUpperCase()}`
}

/** An order, as a statement shows it. */
function shown(order: string): string {
  return order.slice(0, ORDER_LENGTH).trim()
}

function fits(charge: Charge, names: Names, by: JoinedBy): boolean {
  if (differ(charge.tid, names.tid) || differ(charge.end_to_end_id, names.end_to_end_id)) return false
  if (by !== "nsu") return true
  const hasOtherOrder =
    names.order !== "" && charge.orders.length > 0 && !charge.orders.some((order) => shown(order) === names.order)
  const hasOtherEstablishment = charge.establishments.length > 0 && !charge.establishments.includes(names.establishment)
  // The layout joins by the day of the authorization, and by the total of the sale, which is what was captured.
  return !hasOtherOrder && !hasOtherEstablishment && charge.authorized_on === names.authorized_on && charge.amount === names.total
}

function differ(ours: string | null, theirs: string): boolean {
  return ours !== null && !isBlankNumber(ours) && !isBlankNumber(theirs) && ours !== theirs
}
