import { globSync, readFileSync } from "node:fs"
import { load } from "js-yaml"
import ts from "typescript"
import { BUILT } from "./exceptions.ts"

/** A regular expression of the product. `source` is undefined if it is built from more than constants of its file. */
export type Found = { file: string; line: number; regex: string; source: string | undefined; flags: string }

const CODE = "{src,handlers,seeds}/**/*.{ts,js}"

/** Returns the regular expressions of the product: in its code, in the SDK's runtime, in scripts for browsers, and in the contract. */
export function findRegexes(root: string): Found[] {
  const files = globSync(CODE, { cwd: root }).sort()
  const inCode = files.flatMap((file) => regexesIn(file, readFileSync(`${root}/${file}`, "utf8")))
  return [...inCode, ...patternsIn("openapi.yaml", readFileSync(`${root}/openapi.yaml`, "utf8"))]
}

/** Returns the regular expressions of a file of TypeScript or JavaScript: literals, and calls of `RegExp`. */
export function regexesIn(file: string, text: string): Found[] {
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const constants = constantsOf(parsed)
  const found: Found[] = []
  const visit = (node: ts.Node): void => {
    const add = (source: string | undefined, flags: string) => {
      const line = parsed.getLineAndCharacterOfPosition(node.getStart(parsed)).line + 1
      found.push({ file, line, regex: source === undefined ? BUILT : `/${source}/${flags}`, source, flags })
    }
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/")
      add(node.text.slice(1, end), node.text.slice(end + 1))
    } else if (isRegExp(node)) {
      const [pattern, flags] = (node.arguments ?? []).map((argument) => constantOf(argument, constants))
      add(pattern, flags ?? "")
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return found
}

/** Returns the patterns of the contract. Ajv reads them as Unicode. */
export function patternsIn(file: string, text: string): Found[] {
  const found: Found[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return
    for (const [name, member] of Object.entries(value)) {
      if (name === "pattern" && typeof member === "string") {
        const line = text.slice(0, text.indexOf(member)).split("\n").length
        found.push({ file, line, regex: `/${member}/u`, source: member, flags: "u" })
      } else visit(member)
    }
  }
  visit(load(text))
  return found
}

function isRegExp(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (
    (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === "RegExp"
  )
}

type Constants = Map<string, string>

/** The constants at the top of a file whose values are texts and numbers. */
function constantsOf(file: ts.SourceFile): Constants {
  const constants: Constants = new Map()
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations) {
      const value = initializer && constantOf(initializer, constants)
      if (ts.isIdentifier(name) && value !== undefined) constants.set(name.text, value)
    }
  }
  return constants
}

/** Returns the value of an expression of constants, as a text. */
function constantOf(node: ts.Expression, constants: Constants): string | undefined {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text
  if (ts.isIdentifier(node)) return constants.get(node.text)
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.map(({ expression, literal }) => [constantOf(expression, constants), literal.text])
    return parts.some(([value]) => value === undefined) ? undefined : node.head.text + parts.flat().join("")
  }
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [constantOf(node.left, constants), constantOf(node.right, constants)]
    if (left === undefined || right === undefined) return undefined
    const areNumbers = /^\d+$/.test(left) && /^\d+$/.test(right)
    if (node.operatorToken.kind === ts.SyntaxKind.PlusToken)
      return areNumbers ? String(Number(left) + Number(right)) : left + right
    if (node.operatorToken.kind === ts.SyntaxKind.MinusToken && areNumbers) return String(Number(left) - Number(right))
  }
}
