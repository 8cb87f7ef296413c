import { type Day, write } from "./columns.ts"
import { PIX } from "./records.ts"
import type { PixMovement } from "./types.ts"

/** File 16: the Pix of a day, and what was taken or given back of earlier ones. */
export function* pixOf(movements: readonly PixMovement[], day: Day): Iterable<string> {
  for (const movement of movements) if (movement.day === day) yield pixLine(movement)
}

function pixLine(movement: PixMovement): string {
  const { day, time, gross, fee, original, establishment, terms, nsu } = movement
  const { ec, account } = establishment
  const first = original ?? movement
  return write(PIX, {
    ec,
    ...{ type: movement.type, day, time, id: movement.id, nsu, payment: day, gross, fee, net: gross + fee },
    ...{ bank: account.bank, branch: account.branch, account: account.number, capture: day },
    ...("each" in terms ? { feeEach: terms.each } : { feePercent: terms.percent }),
    ...{ channel: 7, terminal: "11112222", originalDay: first.day, originalTime: first.time },
    originalId: original?.id,
    origin: movement.origin,
    ...{ transfer: "S", transferStatus: movement.transferStatus, credited: day, longNsu: nsu, scheduled: "N" },
    txid: movement.txid,
  })
}
