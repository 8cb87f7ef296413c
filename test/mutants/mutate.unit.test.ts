// The bugs that `make mutants` puts into the code.
import { expect } from "chai"
import { mutantsOf, mutated } from "../../scripts/mutants/mutate.ts"
import { nearTo } from "../../scripts/mutants/near.ts"

/** Returns the text of each mutant of a line. */
function becomes(text: string): string[] {
  return mutantsOf("example.ts", text).map((mutant) => mutated(text, mutant))
}

describe("The mutants of a line", () => {
  const table: [name: string, line: string, mutants: string[]][] = [
    ["a comparison includes or excludes its bound", "a(b < c)", ["a(b <= c)"]],
    ["equal becomes unequal", "x(a === b)", ["x(a !== b)"]],
    ["and becomes or", "x(a && b)", ["x(a || b)"]],
    ["a fallback is dropped", "x(a ?? b)", ["x(a)"]],
    ["a condition is always true or always false", "if (a) b()", ["if (true) b()", "if (false) b()"]],
    ["a conditional always takes the same branch", "x(a ? b : c)", ["x(true ? b : c)", "x(false ? b : c)"]],
    ["a negation is dropped", "x(!a)", ["x(a)"]],
    ["sums and differences are swapped", "x(a + b - c)", ["x(a - b - c)", "x(a + b + c)"]],
    ["strings are not subtracted", 'x(a + "s")', []],
    ["a small number becomes the next", "x(7)", ["x(8)"]],
    ["a large number becomes ten times as large", "x(3600)", ["x(36000)"]],
    ["true becomes false", "x(true)", ["x(false)"]],
    ["some becomes every", "x(list.some(f))", ["x(list.every(f))"]],
    ["log calls stay", 'log.warn({ n: 1 }, "said")', []],
    ["types stay", "type A = 1 | 2", []],
  ]
  for (const [name, line, mutants] of table) {
    it(name, () => {
      const found = becomes(`${line}\n`).map((text) => text.trim())
      expect(found.filter((text) => text !== ";")).to.deep.equal(mutants)
    })
  }

  it("a statement is removed, and an await is dropped", () => {
    expect(becomes("await send(mail)")).to.deep.equal([";", "void send(mail)"])
  })

  it("a check or a throw is removed", () => {
    expect(becomes("function f() { check(a); throw b }")).to.deep.equal([
      "function f() { ; throw b }",
      "function f() { check(a); ; }",
    ])
  })

  it("a query matches more rows, or writes less", () => {
    expect(becomes('const q = k("t").where({ a: p.a, b: p.b })')).to.deep.equal([
      'const q = k("t")',
      'const q = k("t").where({ b: p.b })',
      'const q = k("t").where({ a: p.a,  })',
    ])
    expect(becomes('const q = k("t").update({ c: p.c })')).to.deep.equal(['const q = k("t").update({  })'])
    expect(becomes('const q = k("t").where("due", "<=", p.now)')).to.deep.equal([
      'const q = k("t")',
      'const q = k("t").where("due", "<", p.now)',
    ])
  })
})

describe("The tests near a mutant", () => {
  const tests = ["webhooks/claims", "webhooks/post", "http/idempotency", "jobs/loop", "payments/refunds"].map((name) => ({
    run: "sqlite" as const,
    file: `test/${name}.test.ts`,
  }))
  const near = (file: string) => nearTo([{ file }], tests).map((test) => test.file.slice("test/".length, -".test.ts".length))

  it("are in a folder that is named after its own, or have the name of its file or folder", () => {
    expect(near("src/events/webhooks/claims.ts")).to.deep.equal(["webhooks/claims", "webhooks/post"])
    expect(near("src/idempotency/claims.ts")).to.deep.equal(["webhooks/claims", "http/idempotency"])
    expect(near("src/payments/refunds/run.ts")).to.deep.equal(["payments/refunds"])
    expect(near("src/config/config.ts")).to.deep.equal([])
  })
})
