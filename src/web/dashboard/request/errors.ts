import type { Role } from "../../../accounts/users/roles.ts"

/** The path names something that does not exist or that the user may not see. Both have the same response. */
export class PageNotFound extends Error {}

/** The user's role or the session does not allow the action. The response is 403. */
export class NotAllowed extends Error {
  readonly role: Role
  constructor(role: Role) {
    super(`only for ${role}`)
    this.role = role
  }
}

/** The form was sent before, as by a double click. Its action is done or in progress. */
export class FormSentBefore extends Error {}
