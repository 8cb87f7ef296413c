// Effects of lines, as a person writes them.
import { dateOf } from "../../../src/base/day.ts"
import type { Effect } from "../../../src/statements/effects/effect.ts"

/** What each is, its cents and its day. */
export function shown(effects: readonly Effect[]): string[] {
  return effects.map(textOf)
}

function textOf(effect: Effect): string {
  switch (effect.do) {
    case "post":
      return `${effect.reason} ${effect.amount} on ${dateOf(effect.on)}`
    case "book":
      return `book ${effect.about} ${effect.amount}, net ${effect.net} on ${dateOf(effect.on)}`
    case "ask":
      return `ask about ${effect.about} ${effect.amount}`
    case "show":
      return `show ${effect.why} ${effect.amount}`
    case "wait":
      return `wait for ${effect.for}`
  }
}
