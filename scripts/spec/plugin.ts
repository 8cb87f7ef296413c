// Vintém's rules for the contract, as a plugin of Redocly CLI. Each is a function of the whole document.
import * as operationRules from "./operations.ts"
import { agreeingParts } from "./parts.ts"
import * as requestRules from "./requests.ts"
import * as schemaRules from "./schemas.ts"
import type { Finding, Json, Rule } from "./shared/document.ts"
import { specification } from "./specified.ts"
import * as textRules from "./texts.ts"
import { webhookEvents } from "./webhooks.ts"

/** A problem that several operations share is one finding. */
const once =
  (rule: Rule): Rule =>
  (contract) => [...new Map(rule(contract).map((finding) => [JSON.stringify(finding), finding])).values()]

/** All rules by their name in redocly.yaml: `operationNames` is `vintem/operation-names`. */
export const rules: Record<string, Rule> = Object.fromEntries(
  Object.entries<Rule>({
    ...operationRules,
    ...requestRules,
    ...schemaRules,
    ...textRules,
    agreeingParts,
    webhookEvents,
    specification,
  }).map(([name, rule]) => [name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), once(rule)]),
)

/** A rule that throws becomes a finding at the top of the contract. Otherwise Redocly would report nothing else. */
export const findingsOf = (rule: Rule, contract: Json): Finding[] => {
  try {
    return rule(contract)
  } catch (error) {
    const message = `the rule cannot read this contract: ${(error as Error).message}. Correct what you edited, or the rule`
    return [{ at: ["openapi"], message }]
  }
}

const visitor = (rule: Rule) => () => ({
  Root(contract: Json, { report, location }: Json) {
    for (const { at, message } of findingsOf(rule, contract))
      report({ message, location: at.reduce((place, key) => place.child([key]), location) })
  },
})

export default () => ({
  id: "vintem",
  rules: { oas3: Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, visitor(rule)])) },
})
