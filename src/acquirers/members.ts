// What accounts sign in with at an acquirer, in the form that the acquirer's kind describes.

/** A member of an account's credentials, as files and forms have it. */
export type Member = {
  readonly name: string
  /** A secret is sealed and never shown. */
  readonly secret?: true
  readonly optional?: true
  /** The values that it may have. */
  readonly choices?: readonly string[]
  /** Whether its text has several lines, such as a certificate. */
  readonly isLong?: true
  /** Whether it has several texts: a list in files, and one a line in forms. It is kept as lines. */
  readonly isList?: true
  /** Only the command line sets it. One that is left out stays as it was, and null removes it. */
  readonly byOperator?: true
  /** The members of a group. A group that is left out stays as it was, and null removes it. */
  readonly members?: readonly Member[]
}

/** The credentials of an account in clear. All values are texts: read as numbers, codes would lose their zeros. */
export type Members = { readonly [name: string]: string | Members }

/** Credentials without their secrets. Null for what is not set. */
export type ShownMembers = { readonly [name: string]: string | null | ShownMembers }

/** What a file or a form says: a group that is null is removed. */
export type GivenMembers = { readonly [name: string]: string | Members | null }

/** What is wrong with a member of credentials. The message never repeats its value. */
export class MemberError extends RangeError {
  /** The path of the member, such as `mpi.client_id`. */
  readonly member: string

  constructor(member: string, message: string) {
    super(message)
    this.name = "MemberError"
    this.member = member
  }
}

/** Every real value is shorter. */
export const MAX_MEMBER_LENGTH = 16_384

/** Reads what a file or a form has. Throws MemberError, or RangeError for what is no member. */
export function readMembers(described: readonly Member[], given: unknown, path = ""): GivenMembers {
  const object = objectOf(given, path)
  const unknown = Object.keys(object).find((name) => !described.some((member) => member.name === name))
  if (unknown !== undefined) throw new RangeError(`The credentials have an unknown member: ${path}${unknown}`)
  const read = described.flatMap((member): [string, string | Members | null][] => {
    const value = object[member.name]
    const place = path + member.name
    if (!isNothing(value)) return [[member.name, readValue(member, value, place)]]
    if (isKept(member) && member.name in object) return [[member.name, null]]
    if (!member.optional && !member.members) throw new MemberError(place, `The credentials need a text in ${place}.`)
    return []
  })
  return Object.fromEntries(read)
}

/** Whether it stays as it was where it is left out. */
function isKept({ members, byOperator }: Member): boolean {
  return members !== undefined || byOperator === true
}

function readValue({ members, choices, isList }: Member, given: unknown, place: string): string | Members {
  // Groups have no groups in them.
  if (members) return readMembers(members, given, `${place}.`) as Members
  const value = isList && isTexts(given) ? given.join("\n") : given
  if (typeof value !== "string") throw new MemberError(place, `The credentials need a text in ${place}.`)
  const text = value.trim()
  if (text.length > MAX_MEMBER_LENGTH)
    throw new MemberError(place, `The text in ${place} must have at most ${MAX_MEMBER_LENGTH} characters.`)
  if (choices && !choices.includes(text)) throw new MemberError(place, `The ${place} must be one of ${choices.join(", ")}.`)
  return text
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string")
}

function objectOf(value: unknown, path: string): { readonly [name: string]: unknown } {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as { [name: string]: unknown }
  if (path === "" && isNothing(value)) return {}
  throw new RangeError(`The credentials need members${path === "" ? "" : ` in ${path.slice(0, -1)}, or null`}.`)
}

/** A file has null as a text, because all of its values are read as texts. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && ["", "null", "~"].includes(value.trim()))
}

/** The given members, with the groups of `before` that they leave out, and with what only an operator sets. Throws MemberError if a group that is not optional is missing. */
export function joinedMembers(described: readonly Member[], given: GivenMembers, before: Members = {}): Members {
  const kept = described.filter((member) => isKept(member) && !(member.name in given) && member.name in before)
  const all = [...kept.map(({ name }) => [name, before[name]] as const), ...Object.entries(given)]
  const joined = Object.fromEntries(all.filter((entry): entry is [string, string | Members] => entry[1] !== null))
  const missing = described.find(({ name, members, optional }) => members && !optional && !(name in joined))
  if (missing) throw new MemberError(missing.name, `The credentials need members in ${missing.name}.`)
  return joined
}

/** What is no secret. Null for what is not set, and of a group only what is set. */
export function shownMembers(described: readonly Member[], members: Members): ShownMembers {
  const open = described.filter(({ secret }) => !secret)
  return Object.fromEntries(open.map((member) => [member.name, shownValue(member, members[member.name])]))
}

function shownValue({ members }: Member, value: string | Members | undefined): string | null | ShownMembers {
  if (!members || typeof value !== "object") return (value as string | undefined) ?? null
  const set = members.filter(({ name }) => value[name] !== undefined)
  return shownMembers(set, value)
}

/** The texts of a member that is a list. */
export function memberTexts(members: Members, name: string): string[] {
  const lines = memberText(members, name)?.split("\n") ?? []
  return lines.map((line) => line.trim()).filter((line) => line !== "")
}

/** The text of a member, or undefined if it is not set. */
export function memberText(members: Members, name: string): string | undefined {
  const value = members[name]
  return typeof value === "string" ? value : undefined
}
