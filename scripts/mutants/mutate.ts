// Makes mutants of TypeScript: small changes that a reader could overlook. Some test should notice each of them.
import ts from "typescript"

/** One change to a file: `replacement` replaces the text between `start` and `end`. */
export type Mutant = {
  file: string
  line: number
  start: number
  end: number
  replacement: string
  /** `original → replacement`, for people. */
  change: string
}

type Change = { node: ts.Node; replacement: string } | { from: number; to: number; replacement: string }
type Mutator = (node: ts.Node, source: ts.SourceFile) => Change[]

const SWAPPED: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: "!==",
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: "===",
  [ts.SyntaxKind.EqualsEqualsToken]: "!=",
  [ts.SyntaxKind.ExclamationEqualsToken]: "==",
  [ts.SyntaxKind.LessThanToken]: "<=",
  [ts.SyntaxKind.LessThanEqualsToken]: "<",
  [ts.SyntaxKind.GreaterThanToken]: ">=",
  [ts.SyntaxKind.GreaterThanEqualsToken]: ">",
  [ts.SyntaxKind.PlusToken]: "-",
  [ts.SyntaxKind.MinusToken]: "+",
  [ts.SyntaxKind.AsteriskToken]: "/",
  [ts.SyntaxKind.SlashToken]: "*",
  [ts.SyntaxKind.PercentToken]: "*",
  [ts.SyntaxKind.AmpersandAmpersandToken]: "||",
  [ts.SyntaxKind.BarBarToken]: "&&",
}

/** Methods that are easily mistaken for one another. */
const TWINS = new Map(Object.entries({ some: "every", every: "some", min: "max", max: "min", floor: "ceil", ceil: "floor" }))

/** Parts of a query that can be removed and still leave a valid query. */
const CLAUSES = new Set(["where", "andWhere", "whereIn", "whereNot", "whereNull", "whereNotNull", "orderBy", "forUpdate"])

const COMPARISONS = new Map(Object.entries({ "<": "<=", "<=": "<", ">": ">=", ">=": ">" }))

const mutators: Mutator[] = [
  function swappedOperator(node, source) {
    if (!ts.isBinaryExpression(node)) return []
    const { operatorToken, left, right } = node
    if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) return [{ node, replacement: left.getText(source) }]
    const replacement = SWAPPED[operatorToken.kind]
    if (!replacement || (operatorToken.kind === ts.SyntaxKind.PlusToken && [left, right].some(isText))) return []
    return [{ node: operatorToken, replacement }]
  },

  function forcedCondition(node) {
    const condition = ts.isIfStatement(node) ? node.expression : ts.isConditionalExpression(node) ? node.condition : undefined
    return condition ? ["true", "false"].map((replacement) => ({ node: condition, replacement })) : []
  },

  function droppedNegation(node, source) {
    const isNegation = ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken
    return isNegation && !ts.isIfStatement(node.parent) ? [{ node, replacement: node.operand.getText(source) }] : []
  },

  function removedStatement(node) {
    // forcedCondition already covers a branch of one statement.
    const isBranch = ts.isIfStatement(node.parent) && !node.parent.elseStatement
    const isAlone = ts.isBlock(node.parent) && node.parent.statements.length === 1 && ts.isIfStatement(node.parent.parent)
    const canGo = ts.isExpressionStatement(node) || ts.isThrowStatement(node)
    return canGo && !isBranch && !isAlone && !isLogging(node) ? [{ node, replacement: ";" }] : []
  },

  function removedAwait(node, source) {
    const isRemovable = ts.isAwaitExpression(node) && ts.isExpressionStatement(node.parent)
    return isRemovable ? [{ node, replacement: `void ${node.expression.getText(source)}` }] : []
  },

  function droppedMember(node, source) {
    if (!ts.isPropertyAssignment(node) || !ts.isObjectLiteralExpression(node.parent)) return []
    const call = node.parent.parent
    if (!ts.isCallExpression(call) || !["where", "update"].includes(methodOf(call) ?? "")) return []
    const { properties } = node.parent
    const next = properties[properties.indexOf(node) + 1]
    const to = next ? next.getStart(source) : node.getEnd()
    return [{ from: node.getStart(source), to, replacement: "" }]
  },

  function droppedClause(node) {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return []
    if (!CLAUSES.has(node.expression.name.text)) return []
    return [{ from: node.expression.expression.getEnd(), to: node.getEnd(), replacement: "" }]
  },

  function shiftedComparison(node) {
    if (!ts.isStringLiteral(node) || !ts.isCallExpression(node.parent) || node.parent.arguments.length !== 3) return []
    const replacement = COMPARISONS.get(node.text)
    return replacement ? [{ node, replacement: `"${replacement}"` }] : []
  },

  function otherLiteral(node) {
    if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ node, replacement: "false" }]
    if (node.kind === ts.SyntaxKind.FalseKeyword) return [{ node, replacement: "true" }]
    if (!ts.isNumericLiteral(node) || ts.isElementAccessExpression(node.parent)) return []
    const number = Number(node.text)
    return [{ node, replacement: String(number <= 10 ? number + 1 : number * 10) }]
  },

  function twinMethod(node) {
    if (!ts.isPropertyAccessExpression(node) || !ts.isCallExpression(node.parent)) return []
    const twin = TWINS.get(node.name.text)
    return twin ? [{ node: node.name, replacement: twin }] : []
  },
]

/** Returns every mutant of a file, in the order of the text. Log calls and types have none. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isTypeAliasDeclaration(node) || isLogging(node)) return
    for (const mutator of mutators) {
      for (const change of mutator(node, source)) found.push(describe(change, source, text))
    }
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(source, visit)
  return found.sort((a, b) => a.start - b.start)
}

/** Returns the text of a file with one of its mutants applied. */
export function mutated(text: string, { start, end, replacement }: Mutant): string {
  return text.slice(0, start) + replacement + text.slice(end)
}

function describe(change: Change, source: ts.SourceFile, text: string): Mutant {
  const [start, end] = "node" in change ? [change.node.getStart(source), change.node.getEnd()] : [change.from, change.to]
  const line = source.getLineAndCharacterOfPosition(start).line + 1
  const brief = (part: string) => part.replace(/\s+/g, " ").trim().slice(0, 80)
  const { replacement } = change
  return {
    ...{ file: source.fileName, line, start, end, replacement },
    change: `${brief(text.slice(start, end))} → ${brief(replacement) || "nothing"}`,
  }
}

function isText(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
}

function isLogging(node: ts.Node): boolean {
  if (!ts.isExpressionStatement(node)) return false
  return /^(\w+\.)*log\.(trace|debug|info|warn|error)\(/.test(node.expression.getText())
}

function methodOf(call: ts.CallExpression): string | undefined {
  return ts.isPropertyAccessExpression(call.expression) ? call.expression.name.text : undefined
}
