import { globSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { expect } from "chai"
import ts from "typescript"

const ROOT = resolve(import.meta.dirname, "../..")
const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal"]
const PAGE = "docs/operations/logs.md"

type Line = { level: string; message: string }

/** Every line that the code can write to the log, with its level. What varies in a message is written as `…`. */
function linesOf(file: string): Line[] {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), "utf8"), ts.ScriptTarget.Latest, true)
  const calls = all(source, ts.isCallExpression)
  return calls.flatMap((call) => {
    const level = levelOf(call)
    if (!level) return []
    // `log.warn("message")`, `log.info({ members })` and `log.warn({ members }, "message")`.
    const argument = call.arguments.length > 1 ? call.arguments[1]! : call.arguments[0]!
    return textsOf(argument, calls).map((message) => ({ level, message }))
  })
}

/** The level of `log.warn(…)`, `mode.log.warn(…)`, `this.#log.warn(…)` and the like. */
function levelOf({ expression }: ts.CallExpression): string | undefined {
  if (!ts.isPropertyAccessExpression(expression) || !LEVELS.includes(expression.name.text)) return undefined
  return /(^|[.#])log$/.test(expression.expression.getText()) ? expression.name.text : undefined
}

/** The texts that an expression can have. A parameter has those of the calls of its function. */
function textsOf(node: ts.Expression, calls: ts.CallExpression[]): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join("")]
  if (ts.isObjectLiteralExpression(node)) return [""]
  if (ts.isIdentifier(node)) {
    const owner = ts.findAncestor(node, ts.isFunctionLike)
    const position = owner?.parameters.findIndex(({ name }) => name.getText() === node.text) ?? -1
    const callers = calls.filter(({ expression }) => nameOf(expression) === owner?.name?.getText())
    if (position >= 0) return callers.flatMap((call) => textsOf(call.arguments[position]!, calls))
  }
  throw new Error(`This test cannot read the message of a log line: ${node.getText()} in ${node.getSourceFile().fileName}`)
}

const nameOf = (node: ts.Expression) => (ts.isPropertyAccessExpression(node) ? node.name.getText() : node.getText())

function all<Node extends ts.Node>(root: ts.Node, isWanted: (node: ts.Node) => node is Node): Node[] {
  const found: Node[] = []
  const visit = (node: ts.Node): void => {
    if (isWanted(node)) found.push(node)
    node.forEachChild(visit)
  }
  visit(root)
  return found
}

const shown = ({ level, message }: Line) => `${level}: ${message}`
const inOrder = (lines: Line[]) => [...new Set(lines.map(shown))].sort()

describe("The page about the log", () => {
  const page = readFileSync(join(ROOT, PAGE), "utf8")
  const written = globSync(["src/**/*.ts", "handlers/**/*.ts"], { cwd: ROOT, exclude: ["src/sdk/**", "src/browser/**"] })
    .sort()
    .flatMap(linesOf)

  it("has every line that the service can write, with its level, and no other", () => {
    const documented = [...page.matchAll(/^\| `(\w+)` \| `([^`]*)` \| \S/gm)].map(([, level, message]) => ({
      level: level!,
      message: message!,
    }))
    // The line of a request has no message.
    const request = [...page.matchAll(/^\| `info` \| \(no message\) \| \S/gm)].map(() => ({ level: "info", message: "" }))
    expect(inOrder([...documented, ...request])).to.deep.equal(inOrder(written))
  })

  it("has every member of the line of a request", () => {
    const source = readFileSync(join(ROOT, "src/http/envelope.ts"), "utf8")
    const members = [.../log\.info\(\{(.*?)\n {4}\}\)/s.exec(source)![1]!.matchAll(/^ {6}(\w+):/gm)].map(([, name]) => name)
    const section = /## The line of a request\n(.*?)(?=\n## )/s.exec(page)![1]!
    const documented = [...section.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell]) => [...cell!.matchAll(/`(\w+)`/g)])
    expect(documented.map(([, name]) => name)).to.have.members(members)
    expect(members).to.have.length.above(10)
  })
})
