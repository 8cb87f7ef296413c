// The part of an acquirer's form that is made from what its kind says of its credentials.
import type { AcquirerKind } from "../../../../acquirers/kind.ts"
import {
  type GivenMembers,
  MAX_MEMBER_LENGTH,
  type Member,
  type Members,
  memberText,
  readMembers,
} from "../../../../acquirers/members.ts"
import { ApiError } from "../../../../base/errors.ts"
import { type Html, html } from "../../../shared/html.ts"
import { passwordField, radioField, secretAreaField, selectField, textareaField, textField } from "../../forms/fields.ts"
import { changedFields, type FieldTexts, fieldText, initialValuesField } from "../../forms/form-values.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { memberHint, memberLabel } from "./acquirer-labels.ts"
import { FORM_WORDS } from "./acquirer-words.ts"

type Described = Pick<AcquirerKind, "name" | "members" | "merchant">

const fieldName = (path: string) => `member.${path}`
const choiceName = (group: string) => `group.${group}`
const pathIn = (group: string, { name }: Member) => `${group}.${name}`

/** The fields of the credentials, with what is set now and is no secret. */
export function memberFields(request: DashboardRequest, { name: kind, members: all }: Described, current: Members = {}): Html {
  const members = all.filter(isForOwners)
  const fields = members.map((member) =>
    member.members
      ? groupFields(request, kind, member, groupOf(current, member.name))
      : memberField(request, { kind, member, path: member.name, value: memberText(current, member.name) }),
  )
  const shown = members.flatMap((member) => shownInGroup(member, groupOf(current, member.name)))
  return html`${fields}${initialValuesField(request, Object.fromEntries(shown))}`
}

/** An owner could otherwise have an account's secrets sent elsewhere. */
function isForOwners({ byOperator }: Member): boolean {
  return !byOperator
}

function groupOf(members: Members, name: string): Members | undefined {
  const group = members[name]
  return typeof group === "object" ? group : undefined
}

/** What the form has of a group at first. */
function shownInGroup({ name, members = [] }: Member, current: Members = {}): [string, string][] {
  const open = members.filter(({ secret }) => !secret)
  return open.map((inner) => [fieldName(pathIn(name, inner)), memberText(current, inner.name) ?? ""])
}

type Field = { kind: string; member: Member; path: string; value: string | undefined; isInGroup?: boolean }

function memberField(request: DashboardRequest, { kind, member, path, value = "", isInGroup = false }: Field): Html {
  const words = request.words(FORM_WORDS)
  const { secret, choices, isLong, optional = false } = member
  // A browser does not send a form whose required field is empty and hidden.
  const required = !optional && !isInGroup
  const own = { name: fieldName(path), label: memberLabel(request, kind, path) }
  const said = memberHint(request, kind, path)
  if (choices) {
    // A browser sends the first choice of a group that nobody sets, too.
    const none = optional || isInGroup ? [["", optional ? words.acquirersDefault : "–"] as const] : []
    return selectField(request, { ...own, value, options: [...none, ...choices.map((choice) => [choice, choice] as const)] })
  }
  const limits = { required, maxlength: MAX_MEMBER_LENGTH }
  if (secret) {
    const hint = [said, words.secretHint].filter(Boolean).join(" ")
    return (isLong ? secretAreaField : passwordField)({ ...own, ...limits, hint })
  }
  const hint = said ?? (optional ? words.optional : undefined)
  return (isLong ? textareaField : textField)(request, { ...own, ...limits, value, ...(hint !== undefined && { hint }) })
}

/** A group stays as it is unless somebody chooses otherwise. */
function groupFields(request: DashboardRequest, kind: string, group: Member, current: Members | undefined): Html {
  const { name, members = [] } = group
  const label = memberLabel(request, kind, name)
  const fields = members.map((member) =>
    memberField(request, {
      ...{ kind, member, path: pathIn(name, member), isInGroup: true },
      value: current && memberText(current, member.name),
    }),
  )
  const choices = choicesOf(group, current)
  const words = request.words(FORM_WORDS)
  const hint = memberHint(request, kind, name)
  const options = choices.map((value) => ({ value, label: words.groupChoices[value] }))
  const choice =
    options.length > 1
      ? radioField(request, { name: choiceName(name), label, value: choices[0], options })
      : html`<input type="hidden" name="${choiceName(name)}" value="${choices[0]}"><h2>${label}</h2>`
  return html`<div class="group">${choice}${hint && html`<p class="hint">${hint}</p>`}
<div class="fields" role="group" aria-label="${label}">${fields}</div></div>`
}

type GroupChoice = "keep" | "none" | "set" | "remove"

/** What can be done with a group. The first one is what happens unless somebody chooses. */
function choicesOf({ optional }: Member, current: Members | undefined): [GroupChoice, ...GroupChoice[]] {
  if (current) return optional ? ["keep", "set", "remove"] : ["keep", "set"]
  return optional ? ["none", "set"] : ["set"]
}

/** Reads the fields. `merchant`: the merchant of the current credentials. Throws ApiError, and MemberError for a wrong member. */
export function readMemberFields(request: DashboardRequest, kind: Described, merchant: string | undefined): GivenMembers {
  const given = kind.members.filter(isForOwners).flatMap((member): [string, string | FieldTexts | null][] => {
    const { name, members } = member
    if (!members) return [[name, fieldText(request, fieldName(name))]]
    const choice = fieldText(request, choiceName(name))
    if (choice === "set")
      return [
        [name, Object.fromEntries(members.map((inner) => [inner.name, fieldText(request, fieldName(pathIn(name, inner)))]))],
      ]
    if (choice === "remove") return [[name, null]]
    const isOfOther = choice === "keep" && merchant !== fieldText(request, fieldName(kind.merchant))
    mustBeLeft(request, { kind: kind.name, group: member, isOfOther })
    return []
  })
  return readMembers(kind.members, Object.fromEntries(given))
}

/** What was typed must not be lost, and credentials of another merchant are not kept. */
function mustBeLeft(
  request: DashboardRequest,
  { kind, group: { name, members = [] }, isOfOther }: { kind: string; group: Member; isOfOther: boolean },
): void {
  const words = request.words(FORM_WORDS)
  const label = memberLabel(request, kind, name)
  const typed = changedFields(
    request,
    members.map((inner) => fieldName(pathIn(name, inner))),
  )
  if (Object.keys(typed).length > 0) throw new ApiError("parameter_invalid", words.typedInVain(label))
  if (isOfOther) throw new ApiError("parameter_invalid", words.ofOtherMerchant(label))
}
