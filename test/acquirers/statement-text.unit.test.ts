import { expect } from "chai"
import { statementText } from "../../src/acquirers/statement-text.ts"

const SHOWN: [descriptor: string | null, onTheStatement: string | undefined][] = [
  ["COFFEE 1001", "COFFEE1001"],
  ["Café & Cia 77", "CafeCia77"],
  ["Padaria São João & Filhos", "PadariaSaoJoa"],
  ["SHOP*77", "SHOP77"],
  ["Ørsted Straße", "OrstedStrasse"],
  ["1234567890123456789012", "1234567890123"],
  ["東京 7", "7"],
  ["東京", undefined],
  ["😀 & …", undefined],
  [null, undefined],
]

describe("A card statement", () => {
  for (const [descriptor, shown] of SHOWN)
    it(`shows ${shown ?? "the merchant's own name"} for the descriptor ${descriptor}`, () =>
      expect(statementText(descriptor)).to.equal(shown))
})
