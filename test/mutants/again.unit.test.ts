import { expect } from "chai"
import { together, unnoticedIn } from "../../scripts/mutants/again.ts"
import type { Fate } from "../../scripts/mutants/hunt.ts"

const fateOf = (start: number, fate: Fate["fate"]): Fate => ({
  mutant: { file: "a.ts", line: 1, start, end: start + 1, replacement: "x", change: "" },
  room: "a",
  fate,
})

describe("A second run of mutants", () => {
  const first = [
    fateOf(1, "killed"),
    fateOf(2, "survived"),
    fateOf(3, "unreached"),
    fateOf(4, "timed out"),
    fateOf(5, "mistyped"),
  ]

  it("takes those that nothing has noticed", () => {
    expect(first.filter(({ mutant }) => unnoticedIn(first)(mutant))).to.deep.equal([first[1], first[2]])
  })

  it("leaves as it was what its tests do not reach", () => {
    expect(together(first, [fateOf(2, "unreached")])).to.have.deep.members(first)
  })

  it("counts with the first, and replaces what that one said", () => {
    const second = [fateOf(2, "killed"), fateOf(3, "survived")]
    const all = together(first, second)
    expect(all.map(({ mutant, fate }) => [mutant.start, fate])).to.have.deep.members([
      [1, "killed"],
      [2, "killed"],
      [3, "survived"],
      [4, "timed out"],
      [5, "mistyped"],
    ])
  })
})
