import { expect } from "chai"
import { depositsFrom } from "../../src/statements/settling/days-with-money.ts"

describe("The deposits of an acquirer without statements", () => {
  const CASES: [what: string, days: [day: number, amount: number][], deposits: string[], carriedFrom?: number][] = [
    ["are none without money", [], []],
    [
      "are one a day",
      [
        [1, 500],
        [2, 300],
      ],
      ["1-1 500", "2-2 300"],
    ],
    [
      "wait for the next day after one that comes to less than 0",
      [
        [1, -200],
        [2, 500],
      ],
      ["1-2 300"],
    ],
    [
      "wait after one that comes to 0, so that no rows are left behind",
      [
        [1, 0],
        [3, 500],
      ],
      ["1-3 500"],
    ],
    [
      "wait for as long as refunds outweigh sales",
      [
        [1, -900],
        [2, 300],
        [4, 300],
        [5, 301],
      ],
      ["1-5 1"],
    ],
    [
      "go on after such days",
      [
        [1, -100],
        [2, 100],
        [3, 50],
        [4, 70],
      ],
      ["1-3 50", "4-4 70"],
    ],
    [
      "say from when on something still waits",
      [
        [1, 500],
        [2, -700],
        [4, 200],
      ],
      ["1-1 500"],
      2,
    ],
  ]
  for (const [what, days, deposits, carriedFrom] of CASES)
    it(what, () => {
      const found = depositsFrom(days.map(([day, amount]) => ({ day, amount })))
      expect(found.deposits.map(({ from, day, amount }) => `${from}-${day} ${amount}`)).to.deep.equal(deposits)
      expect(found.carriedFrom).to.equal(carriedFrom)
    })
})
