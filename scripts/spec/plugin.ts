// Vintém's rules for the contract, as a plugin of Redocly CLI. Each is a function of the whole document.
import type { Json, Rule } from "./document.ts"
import * as operationRules from "./operations.ts"
import { agreeingParts } from "./parts.ts"
import * as schemaRules from "./schemas.ts"
import { specification } from "./specified.ts"
import * as textRules from "./texts.ts"

/** All rules by their name in redocly.yaml: `operationNames` is `vintem/operation-names`. */
export const rules: Record<string, Rule> = Object.fromEntries(
  Object.entries<Rule>({ ...operationRules, ...schemaRules, ...textRules, agreeingParts, specification }).map(([name, rule]) => [
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    rule,
  ]),
)

const visitor = (rule: Rule) => () => ({
  Root(contract: Json, { report, location }: Json) {
    for (const { at, message } of rule(contract))
      report({ message, location: at.reduce((place, key) => place.child([key]), location) })
  },
})

export default () => ({
  id: "vintem",
  rules: { oas3: Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, visitor(rule)])) },
})
