import { resolve } from "node:path"
import { expect } from "chai"
import { findRegexes, patternsIn, regexesIn } from "../../scripts/regexes/find.ts"
import { problemsOf } from "../../scripts/regexes/judge.ts"

const problemsIn = (text: string, file = "a.ts") => problemsOf(regexesIn(file, text), [])

describe("A regular expression for which a text can take long", () => {
  const SLOW = String.raw`
    /^Basic +((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?) *$/i
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/
    /^(\w|\d)+$/
    /\s+$/
    new RegExp("^(a+)+$")`
  for (const regex of SLOW.trim().split(/\n\s+/)) {
    it(`fails the lint: ${regex}`, () => {
      const [problem, ...others] = problemsIn(`const text = read()\nif (${regex}.test(text)) stop()\n`)
      expect(problem).to.match(/^a\.ts:2: \/.* takes (exponential|2nd degree polynomial) time with a text such as '/)
      expect(others).to.deep.equal([])
    })
  }

  it("fails the lint where it is built of constants, and where it is built of anything else", () => {
    const built =
      'const PART = "\\\\s+"\nconst WHOLE = new RegExp("^a" + PART + PART + "$")\nconst ANY = (text: string) => new RegExp(text)\n'
    const [constant, other] = problemsIn(built)
    expect(constant).to.match(/^a\.ts:2: .* takes 2nd degree polynomial time/)
    expect(other).to.match(/^a\.ts:3: .* is built from more than constants, so nothing checks it$/)
  })

  it("fails the lint as a pattern of the contract", () => {
    const [problem] = problemsOf(patternsIn("openapi.yaml", "a:\n  type: string\n  pattern: ^a*a*$\n"), [])
    expect(problem).to.match(/^openapi\.yaml:3: \/\^a\*a\*\$\/u takes 2nd degree polynomial time/)
  })

  it("passes with an exception of its file, which must be needed", () => {
    const exception = { file: "a.ts", regex: "/\\s+$/", because: "reads ten characters" }
    const found = regexesIn("a.ts", "text.replace(/\\s+$/, '')")
    expect(problemsOf(found, [exception])).to.deep.equal([])
    expect(problemsOf(found, [exception, { ...exception, file: "b.ts" }])[0]).to.match(
      /nothing needs the exception of .* in b\.ts/,
    )
    expect(problemsIn("text.replace(/\\s+$/, '')", "b.ts")).to.have.lengthOf(1)
  })

  it("is looked for in all code of the product and in the contract", () => {
    const files = new Set(findRegexes(resolve(import.meta.dirname, "../..")).map(({ file }) => file))
    expect([...files]).to.include.members([
      "src/http/authenticate.ts",
      "src/start/compile.js",
      "src/sdk/runtime/settings.ts",
      "openapi.yaml",
    ])
    expect([...files]).to.include("src/browser/card/format.ts")
  })
})
