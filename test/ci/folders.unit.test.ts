import { expect } from "chai"
import { circlesOf } from "../../scripts/folders/circles.ts"
import { importsIn } from "../../scripts/folders/find.ts"

const imports = (...pairs: [from: string, to: string][]) => pairs.map(([from, to], index) => ({ from, line: index + 1, to }))

describe("A circle of folders", () => {
  it("fails the lint, which names the way round and the import with the fewest like it", () => {
    const problems = circlesOf(
      imports(
        ["src/billing/tables.ts", "src/billing/subscriptions/calendar.ts"],
        ["src/billing/subscriptions/start.ts", "src/billing/plans.ts"],
        ["src/billing/subscriptions/start.ts", "src/billing/products.ts"],
      ),
    )
    expect(problems).to.deep.equal([
      "folders import each other in a circle: src/billing → src/billing/subscriptions → src/billing\n" +
        "  change src/billing/tables.ts:1, which imports src/billing/subscriptions/calendar.ts",
    ])
  })

  it("is found across several folders whose files are in no circle", () => {
    const [problem, ...others] = circlesOf(
      imports(
        ["src/a/1.ts", "src/b/1.ts"],
        ["src/b/2.ts", "src/c/1.ts"],
        ["src/c/2.ts", "src/a/2.ts"],
        ["src/c/2.ts", "src/a/3.ts"],
      ),
    )
    expect(problem).to.match(/circle: src\/a → src\/b → src\/c → src\/a\n {2}change src\/a\/1\.ts:1, /)
    expect(others).to.deep.equal([])
  })

  it("is not where a folder only imports its own folders, or where these import each other one way", () => {
    const oneWay = imports(
      ["src/cli/run.ts", "src/cli/listen/command.ts"],
      ["src/cli/listen/command.ts", "src/cli/shared/stop.ts"],
    )
    expect(circlesOf(oneWay)).to.deep.equal([])
  })

  it("counts a file as one of the folder beside it that has its name, unless it is a program", () => {
    const own = imports(
      ["src/app.ts", "src/http/route.ts"],
      ["src/http/route.ts", "src/dates.ts"],
      ["src/dates.ts", "src/dates/first.ts"],
      ["src/dates/first.ts", "src/dates/undo.ts"],
    )
    expect(circlesOf(own)).to.deep.equal([])
    expect(circlesOf(imports(["src/tool.ts", "src/tool/run.ts"], ["src/tool/run.ts", "src/other.ts"]))).to.have.length(1)
  })

  it("can be made of imports of types, re-exports, and imports that are awaited", () => {
    const text = [
      'import type { A } from "../a/types.ts"',
      'export { b } from "../b/b.ts"',
      'const later = async () => (await import("./own.ts")).later',
      'let c: import("./c/c.ts").C',
      'import koa from "koa"',
    ].join("\n")
    expect(importsIn("src/x/file.ts", text).map(({ line, to }) => `${line} ${to}`)).to.deep.equal([
      "1 src/a/types.ts",
      "2 src/b/b.ts",
      "3 src/x/own.ts",
      "4 src/x/c/c.ts",
    ])
  })
})
