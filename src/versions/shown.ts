import { MEMBERS_SINCE } from "../../generated/since.ts"
import { VERSIONS, type Version } from "../versions.ts"
import { bodyBefore, type Changes } from "./before.ts"

const CHANGES: Changes = { versions: VERSIONS, members: MEMBERS_SINCE }

/**
 * Returns a body as a version shows it: a resource, a list of them, or an event with its resource. The body has the shape of the newest
 * version and stays as it is. What was recorded before a version lacks what that version added, and is shown as it was recorded.
 */
export function shownAs<Body>(version: Version, body: Body): Body {
  return bodyBefore(version, body, CHANGES)
}
