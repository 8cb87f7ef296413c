import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "chai"
import { bytesOf, type StatementFile } from "../support/cielo-statements/file.ts"
import { type CieloStatements, cieloStatements } from "../support/cielo-statements/statements.ts"

const EXAMPLES = join(import.meta.dirname, "../support/statements/examples")
const NOVEMBER = "2026-11-20"
const DECEMBER = "2026-12-21"

describe("The simulator of Cielo's statement writes what the examples have, byte by byte:", () => {
  it("file 03, with a sale at once, one in three instalments, one by debit card, and a reserve", () => {
    const cielo = cieloStatements({ sequences: { "03": 100 } })
    const visa = sellInNovember(cielo).visa
    sellDebit(cielo)
    cielo.reserve(visa, { day: NOVEMBER, amount: 1500 })
    expectExample(cielo.captured(NOVEMBER), "03")
  })

  it("file 04, with sales, a refund, a chargeback, a rental and a fine", () => {
    const cielo = cieloStatements({ sequences: { "04": 130 } })
    const { refunded, disputed } = sellBefore(cielo)
    const { visa } = sellInNovember(cielo)
    const [december] = cielo.entriesOf(visa)
    sellInOctober(cielo)
    const refund = { day: "2026-12-18", due: DECEMBER, received: "2612180610010000031", amount: 5000 }
    const chargeback = { day: "2026-12-17", due: DECEMBER, received: "2612170810010000032" }
    const entries = [cielo.refund(refunded, refund), cielo.chargeBack(disputed, chargeback)]
    cielo.rent({ day: "2026-12-19", amount: 3190, received: "2612191010010000033" })
    cielo.adjust({ day: "2026-12-19", amount: -74, received: "2612190410010000034" })
    // The example has the refund after the sale of its unit.
    cielo.book.entries.sort((one, other) => rank(one) - rank(other))
    function rank(entry: (typeof entries)[number]): number {
      return entry === december ? 0 : entry === entries[0] ? 1 : 2
    }
    expectExample(cielo.paid(DECEMBER), "04")
  })

  it("file 15, with what was due in 30 days and in 60", () => {
    const cielo = cieloStatements({ sequences: { "15": 6 } })
    cielo.adjust({ day: NOVEMBER, due: "2026-12-25", amount: 30_000, brand: "Visa" })
    cielo.adjust({ day: NOVEMBER, due: "2027-01-24", amount: 20_000, brand: "Master" })
    cielo.anticipate({ day: "2026-11-25", rate: 3250, number: "00026112500000000001" })
    expectExample(cielo.negotiated("2026-11-26"), "15")
  })

  it("file 16, with two Pix and the return of an earlier one", () => {
    const cielo = cieloStatements({ sequences: { "16": 54 } })
    const earlier = cielo.receivePix({
      ...{ day: "2026-11-18", time: "090000", amount: 2000 },
      ...{ id: "E0000000020261118120012345678900", nsu: "000200" },
    })
    cielo.receivePix({
      ...{ day: NOVEMBER, time: "101803", amount: 12_000, nsu: "000201" },
      ...{ id: "E0000000020261120131812345678901", txid: "VTPIX2026112000000000000201" },
    })
    cielo.receivePix({
      ...{ day: NOVEMBER, time: "120001", amount: 4000, nsu: "000202", terms: { each: 10 } },
      ...{ id: "E0000000020261120150012345678902", txid: "VTPIX2026112000000000000202" },
    })
    const given = { id: "D0000000020261120160012345678903", nsu: "000203", time: "130500" }
    cielo.returnPix(earlier, { day: NOVEMBER, ...given })
    expectExample(cielo.pixOf(NOVEMBER), "16")
  })
})

function sellInNovember(cielo: CieloStatements) {
  const visa = cielo.sell({
    ...{ day: NOVEMBER, time: "101112", amount: 25_000, brand: "Visa", authorization: "A1B2C3", lastFour: "2701", nsu: "000101" },
    ...{ tid: "20000000015AAAA1111B", order: "VT2026112000000001", arn: "24000006324000000000011" },
    ...{ received: "2611200210010000001", uniqueCode: "600000000000001" },
  })
  const master = cielo.sell({
    ...{
      day: NOVEMBER,
      time: "121314",
      amount: 10_000,
      brand: "Master",
      installments: 3,
      authorization: "654321",
      lastFour: "2235",
    },
    ...{ nsu: "000102", tid: "20000000015AAAA1111C", order: "VT2026112000000002", arn: "55000006324000000000029" },
    ...{ received: "2611200310010000002", uniqueCode: "600000000000002", capture: "81" },
  })
  return { visa, master }
}

function sellDebit(cielo: CieloStatements) {
  return cielo.sell({
    ...{ day: NOVEMBER, time: "154500", amount: 8000, brand: "Elo", debit: true, authorization: "771122", lastFour: "2000" },
    ...{ nsu: "000103", tid: "20000000015AAAA1111D", order: "VT2026112000000003" },
    ...{ received: "2611200110010000003", uniqueCode: "600000000000003" },
  })
}

function sellInOctober(cielo: CieloStatements) {
  return cielo.sell({
    ...{ day: "2026-10-22", time: "183000", amount: 12_000, brand: "Master", installments: 2, authorization: "445566" },
    ...{ lastFour: "2151", nsu: "000077", tid: "20000000015AAAA0999Z", order: "VT2026102200000077", capture: "81" },
    ...{ received: "2610220310010000009", uniqueCode: "599999999999977", arn: "55000006295000000000776" },
  })
}

/** The sales whose refund and chargeback are in the example. */
function sellBefore(cielo: CieloStatements) {
  const refunded = cielo.sell({
    ...{
      day: "2026-11-10",
      time: "111500",
      amount: 9000,
      brand: "Visa",
      authorization: "334455",
      lastFour: "2503",
      nsu: "000055",
    },
    ...{ tid: "20000000015AAAA1055K", order: "VT2026111000000055", received: "2611100210010000021" },
  })
  const disputed = cielo.sell({
    ...{ day: "2026-10-05", time: "090807", amount: 3300, brand: "Master", fee: 315, authorization: "112233", lastFour: "2805" },
    ...{ nsu: "000044", tid: "20000000015AAAA0944Q", order: "VT2026100500000044", received: "2610050210010000011" },
  })
  return { refunded, disputed }
}

function expectExample(file: StatementFile, type: string): void {
  const example = readFileSync(join(EXAMPLES, `CIELO${type}.txt`))
  for (const [at, line] of example.toString("latin1").split("\r\n").slice(0, -1).entries()) expect(file.lines[at]).to.equal(line)
  expect(bytesOf(file).equals(example)).to.equal(true)
}
