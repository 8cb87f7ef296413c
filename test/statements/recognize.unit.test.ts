import { expect } from "chai"
import { type Piece, recognize } from "../../src/statements/matching/recognize.ts"

describe("Lines of a charge and refunds of ours", () => {
  /** Amounts, each with its day after an `@`, named a, b, c … and 1, 2, 3 …. */
  const pieces = (texts: string, names: string): Piece[] =>
    texts
      .split(" ")
      .filter((text) => text !== "")
      .map((text, index) => {
        const [amount, day] = text.split("@")
        return { id: names[index]!, amount: Number(amount), day: day === undefined ? 1 : Number(day) }
      })
  const shown = (lines: string, ours: string) =>
    recognize(pieces(lines, "abcdefghijklmnop"), pieces(ours, "123456789")).map(
      (each) => `${each.lines.join("")}=${each.ours.join("")}`,
    )

  const cases: [title: string, lines: string, ours: string, expected: string[]][] = [
    ["one of each amount", "1000 500", "500 1000", ["a=2", "b=1"]],
    ["equal amounts in their order", "1000 1000", "1000 1000", ["a=1", "b=2"]],
    ["a second line of an amount is nothing of ours", "1000 1000", "1000", ["a=1"]],
    ["several lines are one refund", "400 600", "1000", ["ab=1"]],
    ["three lines of a part each, of several days", "300@1 300@2 400@3", "1000", ["abc=1"]],
    ["lines of other refunds are left out", "400 50 600", "1000", ["ac=1"]],
    ["one line is several refunds of one day", "1000", "300 700", ["a=12"]],
    ["one line is several refunds of several days", "1000", "300@1 700@2", ["a=12"]],
    ["a single one counts before several", "1000", "300 700 1000", ["a=3"]],
    ["several before a part of them", "1000 400 600", "1000 1000", ["a=1", "bc=2"]],
    ["those of one day count before those of several", "1000", "300@1 700@2 400@3 600@3", ["a=34"]],
    ["two ways to add up are none", "1000", "300 700 400 600", []],
    ["equal ways to add up are one", "600", "300 300 300", ["a=12"]],
    ["a sum that is less or more is none", "400 500", "1000 850", []],
    ["several lines are not several refunds", "500 600", "400 700", []],
    ["what is left is a group", "400 600 250 350", "1000 600", ["b=2", "acd=1"]],
    ["nothing on one side", "1000", "", []],
    ["of very many lines, all together", Array(14).fill("100").join(" "), "1400", ["abcdefghijklmn=1"]],
    ["of very many lines, no part", Array(14).fill("100").join(" "), "700", []],
  ]
  for (const [title, lines, ours, expected] of cases) it(title, () => expect(shown(lines, ours)).to.deep.equal(expected))
})
