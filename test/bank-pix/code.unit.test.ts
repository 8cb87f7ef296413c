import { expect } from "chai"
import { codeOf, readCode } from "./code.ts"

const host = "pix.example.com/qr/v2"
const merchant = { name: "Fulano de Tal", city: "BRASILIA" }

/** The three examples of the contract. */
const OFFICIAL: [title: string, parts: { location?: string; recLocation?: string }, code: string][] = [
  [
    "a mandate",
    { recLocation: `${host}/rec/2353c790eefb11eaadc10242ac120002` },
    "00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002630462C9",
  ],
  [
    "a charge and a mandate",
    { location: `${host}/8b3da2f39a4140d1a91abd93113bd441`, recLocation: `${host}/rec/94ed2badcbc04c15b0bb7fa353194890` },
    "00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/94ed2badcbc04c15b0bb7fa35319489063047741",
  ],
  [
    "a charge with a due date and a mandate",
    { location: `${host}/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e7`, recLocation: `${host}/rec/3ffa640fa4f14080adccb949fa2dc0d0` },
    "00020101021226810014br.gov.bcb.pix2559pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e75204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/3ffa640fa4f14080adccb949fa2dc0d06304A441",
  ],
]

describe("The code that a payer scans", () => {
  for (const [title, parts, code] of OFFICIAL) {
    it(`is the contract's example of ${title}, letter for letter`, () => {
      expect(codeOf({ ...parts, ...merchant })).to.equal(code)
      const { location, recLocation } = readCode(code)
      expect({ location, recLocation }).to.deep.equal({ location: undefined, ...parts })
    })
  }

  it("is refused where its check digits are wrong, or where it is cut", () => {
    const code = codeOf({ location: `${host}/a`, ...merchant })
    expect(() => readCode(code.replace("Fulano", "Beltra"))).to.throw("check digits")
    expect(() => readCode(code.slice(0, 40))).to.throw()
  })
})
