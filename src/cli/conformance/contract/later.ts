import { membersSince } from "../../../contract/dated.ts"
import { bodyBefore } from "../../../versions/before.ts"
import { VERSIONS, type Version } from "../../../versions.ts"
import { differences } from "./differences.ts"
import { contract, type Json } from "./document.ts"

/** Without what a version changed in members that were there before: what an older one shows cannot be changed back again. */
const ADDED = { versions: VERSIONS.map(({ date }) => ({ date })), members: membersSince(contract) }

/** Returns the members of a resource, a list or an event that only later versions have, in words. */
export function laterMembers(version: Version, body: Json): string[] {
  return differences(bodyBefore(version, body, ADDED), body).map((at) => `${at} is of a later version than ${version}`)
}
