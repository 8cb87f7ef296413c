import { findUserSession } from "../../../../accounts/users/sessions.ts"
import { readMarks, topicOf } from "../../live/marks.ts"
import { sessionOf, usersModeOf } from "../../request/context.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"

/** The stream that tells pages about changes in their account. */
export function liveRoutes(routes: PageRoutes): void {
  routes.file("/changes", async (request) => {
    const { ctx, location: place, user } = request
    ctx.type = "text/event-stream"
    ctx.set("X-Accel-Buffering", "no")
    ctx.body = ""
    if (ctx.method === "HEAD") return
    const stream = request.parts.streams.open({
      user: user.id,
      account: request.account,
      topic: topicOf(place),
      read: () => readMarks(request.mode, request.account),
      mayListen: () => mayListen(request),
    })
    if (stream) ctx.body = stream
    else ctx.status = 503
  })
}

/** Returns whether the session is still valid and its user may still see the account. */
async function mayListen({ ctx, parts, account }: DashboardRequest): Promise<boolean> {
  const { database, ring } = usersModeOf(parts.modes)
  const session = await findUserSession(database, ring, sessionOf(ctx).sessionToken)
  return session !== undefined && (session.user.account === null || session.user.account === account)
}
